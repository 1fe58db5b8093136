import type { ChangeReport, ChangeStep, ClearedGraphs, UpdateText } from '../engine/change/change.ts'
import type { LoadOptions } from '../engine/rdf-source.ts'
import type { ResultFormats, SparqlAnswer, SparqlRequest } from '../engine/sparql/sparql-request.ts'
import { ServiceError } from '../errors.ts'
import { formatOfMediaType } from '../rdf/formats.ts'
import { termText } from '../rdf/term-text.ts'
import { exportedGraph } from '../server/http/graph-parameter.ts'
import type { SparqlService } from '../server/sparql-service.ts'
import { everyGraph } from '../sparql/algebra.ts'
import { type SolutionsFormat, solutionsSyntaxes } from '../sparql/results/formats.ts'
import { countedBytes } from './counted-bytes.ts'
import type { HttpCall } from './http-exchange.ts'
import { isPlanNode, readReasoning } from './json-answers.ts'
import { mediaTypeOfFormat } from './rdf-files.ts'
import {
  type CallParameters,
  encodedParameters,
  type RemoteAnswer,
  remoteCalls,
  sendingSource,
  signalled,
  unlikeOurs,
} from './remote-calls.ts'
import type { ServerAccess } from './server-access.ts'
import { sparqlForm } from './sparql-form.ts'

/** SPARQL and the data of the databases of a server, over HTTP. */
export function remoteSparql(server: URL, access: ServerAccess = {}): SparqlService {
  const { urlOf, callForText, callForJson, callForBytes } = remoteCalls(server, access)

  async function begin(name: string): Promise<string> {
    return (
      await callForText(urlOf(`/${encodeURIComponent(name)}/transaction/begin`), { method: 'POST' })
    ).trim()
  }

  async function end(name: string, transaction: string, how: 'commit' | 'rollback'): Promise<string> {
    const path = `/${encodeURIComponent(name)}/transaction/${how}/${encodeURIComponent(transaction)}`
    return callForText(urlOf(path), { method: 'POST' })
  }

  /** Sends one step to a transaction; it answers when it has it. */
  async function send(
    name: string,
    transaction: string,
    step: ChangeStep,
    options: LoadOptions,
  ): Promise<void> {
    const path = `${databasePath(name, transaction)}/${step.kind}`
    const signal = signalled(options.signal)
    switch (step.kind) {
      case 'add':
      case 'remove': {
        const { name: source, graph, baseIri, format, bytes } = step.source
        await sendingSource(source, () =>
          callForText(urlOf(path, { 'graph-uri': graph, baseURI: baseIri }), {
            method: 'POST',
            headers: { 'Content-Type': mediaTypeOfFormat(format) },
            body: countedBytes(bytes, 0, options.onProgress),
            ...signal,
          }),
        )
        return
      }
      case 'clear':
        await callForText(urlOf(path, { 'graph-uri': exportedGraph(step.graphs) }), {
          method: 'POST',
          ...signal,
        })
        return
      case 'update': {
        const { text, baseIri, usingGraphs, usingNamedGraphs } = step.update
        const form = {
          update: text,
          baseURI: baseIri,
          'using-graph-uri': usingGraphs,
          'using-named-graph-uri': usingNamedGraphs,
        }
        await callForText(urlOf(path), { ...formCall(form), ...signal })
        return
      }
    }
  }

  async function change(
    name: string,
    steps: readonly ChangeStep[],
    { transaction, ...options }: LoadOptions & { readonly transaction?: string } = {},
  ): Promise<ChangeReport> {
    if (transaction !== undefined) {
      for (const step of steps) await send(name, transaction, step, options)
      return reportOf({ added: 0, removed: 0 })
    }
    const own = await begin(name).catch((error: unknown) => {
      if (error instanceof ServiceError && error.kind === 'unsupported') return undefined
      throw error
    })
    if (own === undefined) return changeAtOnce(name, steps, options)
    try {
      for (const step of steps) await send(name, own, step, options)
    } catch (error) {
      // What failed is what the caller has to hear, and a transaction that is left alone ends by itself.
      await end(name, own, 'rollback').catch(() => {})
      throw error
    }
    return commit(name, own)
  }

  /** Changes a database that has no transactions, one behind an endpoint. */
  async function changeAtOnce(
    name: string,
    steps: readonly ChangeStep[],
    options: LoadOptions,
  ): Promise<ChangeReport> {
    const [step] = steps
    if (step?.kind === 'clear' && steps.length === 1) return clear(name, step.graphs, options)
    // Loaded where it is needed only: commands should start fast.
    const { changeAsUpdate } = await import('./change-as-update.ts')
    const text = await changeAsUpdate(name, steps, options)
    return text === '' ? reportOf({ added: 0, removed: 0 }) : update(name, { text }, options)
  }

  async function clear(name: string, graphs: ClearedGraphs, { signal }: LoadOptions): Promise<ChangeReport> {
    const url = urlOf(`/${encodeURIComponent(name)}`, { graph: exportedGraph(graphs) ?? everyGraph })
    try {
      return reportOf(await callForJson(url, { method: 'DELETE', ...signalled(signal) }))
    } catch (error) {
      // A graph without triples does not exist, and is as it is to be.
      if (error instanceof ServiceError && error.kind === 'notFound')
        return reportOf({ added: 0, removed: 0 })
      throw error
    }
  }

  async function update(
    name: string,
    { text, ...rest }: UpdateText,
    { signal }: LoadOptions,
  ): Promise<ChangeReport> {
    const form = formCall(
      {
        update: text,
        baseURI: rest.baseIri,
        'using-graph-uri': rest.usingGraphs,
        'using-named-graph-uri': rest.usingNamedGraphs,
      },
      'application/json',
    )
    const url = urlOf(`/${encodeURIComponent(name)}/update`)
    return reportOf(await callForJson(url, { ...form, ...signalled(signal) }))
  }

  async function commit(name: string, transaction: string): Promise<ChangeReport> {
    const path = `/${encodeURIComponent(name)}/transaction/commit/${encodeURIComponent(transaction)}`
    return reportOf(await callForJson(urlOf(path), { method: 'POST' }))
  }

  return {
    async query(name, request, { formats, timeout, signal, transaction }) {
      const url = urlOf(`${databasePath(name, transaction)}/query`)
      const form = formCall({ ...queryForm(request), timeout: timeout?.toString() }, acceptOf(formats))
      const answer = await callForBytes(url, { ...form, ...signalled(signal) })
      return answerOf(answer, request.query, url)
    },
    async explainQuery(name, request, { profile, timeout, signal, transaction } = {}) {
      const url = urlOf(`${databasePath(name, transaction)}/explain`)
      const form = formCall(
        {
          ...queryForm(request),
          timeout: timeout?.toString(),
          profile: profile === true ? 'true' : undefined,
        },
        'application/json',
      )
      const answer = await callForJson(url, { ...form, ...signalled(signal) })
      const { sparql, plan } = answer
      if (typeof sparql !== 'string' || !isPlanNode(plan)) throw unlikeOurs(url)
      return { sparql, plan, ...readReasoning(answer['reasoning']) }
    },
    change,
    async update(name, given, { transaction, ...options } = {}) {
      if (transaction === undefined) return update(name, given, options)
      return change(name, [{ kind: 'update', update: given }], { transaction, ...signalled(options.signal) })
    },
    async export(name, format, { graph, signal, transaction } = {}) {
      const url = urlOf(`${databasePath(name, transaction)}/export`, { 'graph-uri': graph })
      const headers = { Accept: mediaTypeOfFormat(format) }
      const { chunks } = await callForBytes(url, { method: 'GET', headers, ...signalled(signal) })
      return chunks
    },
    begin,
    commit,
    async rollback(name, transaction) {
      await end(name, transaction, 'rollback')
    },
  }
}

function databasePath(name: string, transaction: string | undefined): string {
  const database = `/${encodeURIComponent(name)}`
  return transaction === undefined ? database : `${database}/${encodeURIComponent(transaction)}`
}

function formCall(parameters: CallParameters, accept = '*/*'): HttpCall {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: accept },
    body: encodedParameters(parameters),
  }
}

function queryForm(request: SparqlRequest): CallParameters {
  const bindings = [...(request.bindings ?? [])].map(([name, term]) => [`$${name}`, termText(term)] as const)
  return {
    query: request.query,
    baseURI: request.baseIri,
    'default-graph-uri': request.defaultGraphs,
    'named-graph-uri': request.namedGraphs,
    limit: request.limit?.toString(),
    offset: request.offset?.toString(),
    reasoning: request.reasoning === true ? 'true' : undefined,
    ...Object.fromEntries(bindings),
  }
}

/** CSV and TSV have no form for a boolean: it comes as plain text. */
function acceptOf({ solutions, boolean, graph }: ResultFormats): string {
  const isText = boolean === 'csv' || boolean === 'tsv'
  const types = [
    solutions === undefined ? undefined : mediaTypeOfSolutions(solutions),
    boolean === undefined ? undefined : isText ? 'text/boolean' : mediaTypeOfSolutions(boolean),
    graph === undefined ? undefined : mediaTypeOfFormat(graph),
  ]
  return [...new Set(types)].filter((type) => type !== undefined).join(', ')
}

function mediaTypeOfSolutions(format: SolutionsFormat): string {
  const type = solutionsSyntaxes.find((syntax) => syntax.format === format)?.mediaTypes[0]
  if (type === undefined) throw new Error(`The syntax ${format} has no media type.`)
  return type
}

function answerOf({ mediaType, chunks }: RemoteAnswer, query: string, url: URL): SparqlAnswer {
  const form = sparqlForm(query)
  const kind = form === 'ask' ? 'boolean' : form === 'select' ? 'solutions' : 'graph'
  if (kind === 'graph') {
    const format = formatOfMediaType(mediaType)
    if (format === undefined) throw unlikeOurs(url)
    return { kind, format, chunks }
  }
  const format = mediaType === 'text/boolean' ? 'csv' : solutionsFormat(mediaType)
  if (format === undefined) throw unlikeOurs(url)
  return { kind, format, chunks }
}

function solutionsFormat(mediaType: string): SolutionsFormat | undefined {
  return solutionsSyntaxes.find(({ mediaTypes }) => mediaTypes.includes(mediaType))?.format
}

function reportOf(body: Readonly<Record<string, unknown>>): ChangeReport {
  const { added, removed } = body
  const counts = {
    ...(typeof added === 'number' ? { added } : {}),
    ...(typeof removed === 'number' ? { removed } : {}),
  }
  return { ...counts, quads: 0, bytes: 0, steps: [counts], prefixes: new Map() }
}
