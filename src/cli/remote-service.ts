import type { GraphQLRequest, RequestError } from '../engine/graphql/answer.ts'
import type { LoadOptions, RdfSource } from '../engine/rdf-source.ts'
import type { DatabaseService, ExecuteOptions, LoadResult } from '../server/database-service.ts'
import { countedBytes } from './counted-bytes.ts'
import { bodyOf, type HttpCall, textOf } from './http-exchange.ts'
import { readExplanation, readRequestErrors } from './json-answers.ts'
import { createForm } from './multipart-form.ts'
import { mediaTypeOfFormat } from './rdf-files.ts'
import { parsedObject, remoteCalls, sendingSource, signalled, unlikeOurs } from './remote-calls.ts'
import { remoteSchemas } from './remote-schemas.ts'
import type { ServerAccess } from './server-access.ts'

const errorsStart = '{"errors"'

/** The databases of a server, over HTTP. */
export function remoteService(server: URL, access: ServerAccess = {}): DatabaseService {
  const { urlOf, call, callForJson } = remoteCalls(server, access)

  const graphqlCall = (request: object, signal: AbortSignal | undefined): HttpCall => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    ...signalled(signal),
  })

  return {
    async databases() {
      const { databases } = await callForJson(urlOf('/admin/databases'), { method: 'GET' })
      return Array.isArray(databases) ? databases.filter((name) => typeof name === 'string') : []
    },
    async create(name, sources, options = {}) {
      const form = createForm(name, counted(sources, options.onProgress), options.databaseOptions)
      const report = await callForJson(urlOf('/admin/databases'), {
        method: 'POST',
        headers: { 'Content-Type': form.contentType },
        body: form.bytes,
        ...signalled(options.signal),
      })
      return reportOf(report)
    },
    async drop(name) {
      await callForJson(urlOf(`/admin/databases/${encodeURIComponent(name)}`), { method: 'DELETE' })
    },
    async load(name, source, options = {}) {
      const graph = source.graph === undefined ? { default: '' } : { graph: source.graph }
      const url = urlOf(`/${encodeURIComponent(name)}`, { ...graph, baseURI: source.baseIri })
      const report = await sendingSource(source.name, () =>
        callForJson(url, {
          method: 'POST',
          headers: { 'Content-Type': mediaTypeOfFormat(source.format) },
          body: countedBytes(source.bytes, 0, options.onProgress),
          ...signalled(options.signal),
        }),
      )
      return reportOf(report)
    },
    async size(name) {
      const url = urlOf(`/${encodeURIComponent(name)}/size`)
      return Number(await textOf(await call(url, { method: 'GET' }), url))
    },
    async execute(name, request, options = {}) {
      const timeout = options.timeout === undefined ? undefined : String(options.timeout)
      const url = urlOf(graphqlPath(name, options.schema), { timeout, shape: options.form })
      const answer = await call(url, graphqlCall(reasoningRequest(request, options), options.signal))
      const pieces = bodyOf(answer, url, options.signal)
      const start: Uint8Array[] = []
      let size = 0
      while (size < errorsStart.length) {
        const next = await pieces.next()
        if (next.done === true) break
        start.push(next.value)
        size += next.value.length
      }
      const head = Buffer.concat(start)
      if (!head.toString('latin1').startsWith(errorsStart))
        return { kind: 'data', chunks: joined(head, pieces) }
      const rest: Uint8Array[] = [head]
      for await (const piece of pieces) rest.push(piece)
      return { kind: 'errors', errors: errorsOf(Buffer.concat(rest).toString('utf8'), url) }
    },
    async explain(name, request, options = {}) {
      const asked = reasoningRequest(request, options)
      const variables = {
        ...asked.variables,
        '@explain': true,
        ...(options.profile === true ? { '@profile': true } : {}),
      }
      const timeout = options.timeout === undefined ? undefined : String(options.timeout)
      const url = urlOf(graphqlPath(name, options.schema), { timeout })
      const answer = await callForJson(url, graphqlCall({ ...asked, variables }, options.signal))
      if ('errors' in answer) return { kind: 'errors', errors: readRequestErrors(answer['errors']) }
      const explanation = readExplanation(answer['data'])
      if (explanation === undefined) throw unlikeOurs(url)
      return { kind: 'explanation', explanation }
    },
    schemas: remoteSchemas(server, access),
    async close() {},
  }
}

/** A request that says itself whether it is one with reasoning, where that is said beside it. */
function reasoningRequest(
  request: GraphQLRequest,
  { reasoning }: Pick<ExecuteOptions, 'reasoning'>,
): GraphQLRequest {
  if (reasoning === undefined) return request
  return { ...request, variables: { ...request.variables, '@reasoning': reasoning } }
}

/** The path that answers the queries of a database, or those against one of its schemas. */
function graphqlPath(name: string, schema: string | undefined): string {
  const path = `/${encodeURIComponent(name)}/graphql`
  return schema === undefined ? path : `${path}/${encodeURIComponent(schema)}`
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

function errorsOf(text: string, url: URL): readonly RequestError[] {
  const value = parsedObject(text)
  if (value === undefined) throw unlikeOurs(url)
  return readRequestErrors(value['errors'])
}

/** Sources that tell how many bytes of them, all together, have been read. */
function counted(sources: readonly RdfSource[], onProgress: LoadOptions['onProgress']): readonly RdfSource[] {
  let before = 0
  return sources.map((source) => {
    const start = before
    before += source.totalBytes ?? 0
    return { ...source, bytes: countedBytes(source.bytes, start, onProgress) }
  })
}

function reportOf(body: Readonly<Record<string, unknown>>): LoadResult {
  const { added, read } = body
  const count = typeof added === 'number' ? added : undefined
  const quads = typeof read === 'number' ? read : (count ?? 0)
  return { quads, bytes: 0, ...(count === undefined ? {} : { added: count }) }
}
