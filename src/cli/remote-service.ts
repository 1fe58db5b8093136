import type { IncomingMessage } from 'node:http'
import type { RequestError } from '../engine/answer.ts'
import type { LoadOptions, RdfSource } from '../engine/rdf-source.ts'
import { type ErrorName, errorCodes, ServiceError } from '../errors.ts'
import type { DatabaseService, LoadResult } from '../server/database-service.ts'
import { isObject } from '../server/json-body.ts'
import { bodyOf, exchange, type HttpCall, textOf, UnreachableServer } from './http-exchange.ts'
import { readExplanation, readRequestErrors } from './json-answers.ts'
import { createForm } from './multipart-form.ts'
import { mediaTypeOfFormat } from './rdf-files.ts'

const errorsStart = '{"errors"'

/** The databases of a server, over HTTP. */
export function remoteService(server: URL): DatabaseService {
  function urlOf(path: string, parameters: Readonly<Record<string, string | undefined>> = {}): URL {
    const url = new URL(`${server.pathname.replace(/\/+$/u, '')}${path}`, server)
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    return url
  }

  async function call(url: URL, request: HttpCall): Promise<IncomingMessage> {
    const answer = await exchange(url, request)
    if (answer.statusCode === 200 || answer.statusCode === 201) return answer
    throw failureOf(await textOf(answer, url, request.signal), answer, url)
  }

  async function callForJson(url: URL, request: HttpCall): Promise<Readonly<Record<string, unknown>>> {
    const text = await textOf(await call(url, request), url, request.signal)
    const value = parsed(text)
    if (value === undefined) throw new UnreachableServer(`${url.origin} does not answer as Espalier does.`)
    return value
  }

  const graphqlCall = (request: object, signal: AbortSignal | undefined): HttpCall => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    ...(signal === undefined ? {} : { signal }),
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
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      })
      return reportOf(report)
    },
    async drop(name) {
      await callForJson(urlOf(`/admin/databases/${encodeURIComponent(name)}`), { method: 'DELETE' })
    },
    async load(name, source, options = {}) {
      const graph = source.graph === undefined ? { default: '' } : { graph: source.graph }
      const url = urlOf(`/${encodeURIComponent(name)}`, { ...graph, baseURI: source.baseIri })
      const report = await callForJson(url, {
        method: 'POST',
        headers: { 'Content-Type': mediaTypeOfFormat(source.format) },
        body: countedBytes(source.bytes, 0, options.onProgress),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      })
      return reportOf(report)
    },
    async size(name) {
      const url = urlOf(`/${encodeURIComponent(name)}/size`)
      return Number(await textOf(await call(url, { method: 'GET' }), url))
    },
    async execute(name, request, options = {}) {
      const timeout = options.timeout === undefined ? undefined : String(options.timeout)
      const url = urlOf(`/${encodeURIComponent(name)}/graphql`, { timeout, shape: options.form })
      const answer = await call(url, graphqlCall(request, options.signal))
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
      const variables = {
        ...request.variables,
        '@explain': true,
        ...(options.profile === true ? { '@profile': true } : {}),
      }
      const timeout = options.timeout === undefined ? undefined : String(options.timeout)
      const url = urlOf(`/${encodeURIComponent(name)}/graphql`, { timeout })
      const answer = await callForJson(url, graphqlCall({ ...request, variables }, options.signal))
      if ('errors' in answer) return { kind: 'errors', errors: readRequestErrors(answer['errors']) }
      const explanation = readExplanation(answer['data'])
      if (explanation === undefined)
        throw new UnreachableServer(`${url.origin} does not answer as Espalier does.`)
      return { kind: 'explanation', explanation }
    },
    async close() {},
  }
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

function errorsOf(text: string, url: URL): readonly RequestError[] {
  const value = parsed(text)
  if (value === undefined) throw new UnreachableServer(`${url.origin} does not answer as Espalier does.`)
  return readRequestErrors(value['errors'])
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function failureOf(text: string, answer: IncomingMessage, url: URL): Error {
  const body = parsed(text)
  const code = body?.['code']
  const message = body?.['message']
  const kind = errorNames.find((name) => errorCodes[name] === code)
  if (kind !== undefined && typeof message === 'string') return new ServiceError(kind, message)
  return new UnreachableServer(
    `${url.origin} answered with status ${answer.statusCode ?? 0}, not as Espalier does.`,
  )
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

async function* countedBytes(
  bytes: AsyncIterable<Uint8Array>,
  start: number,
  onProgress: LoadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  let count = start
  for await (const piece of bytes) {
    count += piece.length
    onProgress?.({ quads: 0, bytes: count })
    yield piece
  }
}

const errorNames = Object.keys(errorCodes).filter((name): name is ErrorName => name in errorCodes)

function reportOf(body: Readonly<Record<string, unknown>>): LoadResult {
  const { added, read } = body
  const count = typeof added === 'number' ? added : 0
  return { added: count, quads: typeof read === 'number' ? read : count, bytes: 0 }
}
