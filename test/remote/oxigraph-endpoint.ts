import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type oxigraph from 'oxigraph'
import type { Quad } from '../../src/rdf/term.ts'
import { parseQuery } from '../../src/sparql/parse.ts'
import { fillStore, quadsIn } from '../oxigraph.ts'
import { startLoopback } from '../sparql-endpoint.ts'
import { answerGraphStore } from './oxigraph-graph-store.ts'
import { capAnswer, relabelAnswer } from './result-text.ts'
import { unionStore } from './union-store.ts'

/** How an endpoint over Oxigraph differs from a plain one. */
export interface OxigraphEndpointOptions {
  /**
   * Whether the default graph of queries without FROM is the union of all graphs, each triple once; or the name by which
   * `FROM` asks for that union. Otherwise it is the unnamed graph.
   */
  readonly union?: boolean | { readonly iri: string }
  /** Rows, or triples, after which an answer ends as if it were whole. */
  readonly mostRows?: number
  /** Whether the header `X-SPARQL-MaxRows` tells of `mostRows`, as Virtuoso's does. */
  readonly announce?: boolean
  /** Whether each response labels its blank nodes anew: `b0`, `b1` and so on, the same labels for other nodes. */
  readonly relabel?: boolean
  /** The value of `Authorization` without which everything is answered 401. */
  readonly authorization?: string
  /** What the header `Server` says. */
  readonly server?: string
}

/** A request, as it came. */
export interface EndpointRequest {
  readonly method: string
  /** With the search part. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The query or the update, or the body of a request to the graph store. */
  readonly text: string
}

/** A SPARQL 1.1 Protocol endpoint that nothing of Espalier answers. */
export interface OxigraphEndpoint {
  readonly queryUrl: string
  readonly updateUrl: string
  readonly graphStoreUrl: string
  /** What was asked so far, in order. */
  readonly requests: readonly EndpointRequest[]
  /** What it holds now. */
  quads(): readonly Quad[]
  close(): Promise<void>
}

/** Starts an endpoint over Oxigraph that holds quads: queries, updates and a graph store on one loopback port. */
export async function startOxigraphEndpoint(
  quads: readonly Quad[],
  options: OxigraphEndpointOptions = {},
): Promise<OxigraphEndpoint> {
  const store = fillStore(quads)
  const requests: EndpointRequest[] = []
  const union = unionStore(store, typeof options.union === 'object' ? options.union.iri : undefined)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    const url = new URL(path, 'http://127.0.0.1')
    const body = await text(request)
    const parameters = parametersOf(url, body, headers['content-type'])
    requests.push({
      method,
      path,
      headers,
      text: parameters.get('query') ?? parameters.get('update') ?? body,
    })
    if (options.server !== undefined) response.setHeader('server', options.server)
    if (options.authorization !== undefined && headers.authorization !== options.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end('Who asks?')
      return
    }
    if (url.pathname === '/query') answerQuery(parameters, headers.accept, response)
    else if (url.pathname === '/update') answerUpdate(parameters, response)
    else if (url.pathname === '/store') {
      const type = headers['content-type'] ?? 'text/turtle'
      answerGraphStore(store, { method, url, body, type }, response)
      union.forget()
    } else response.writeHead(404).end('There is nothing here.')
  }

  function answerQuery(
    parameters: URLSearchParams,
    accept: string | undefined,
    response: ServerResponse,
  ): void {
    const query = parameters.get('query') ?? ''
    const asked = datasetOf(query)
    const isUnion =
      (options.union === true && !asked.hasDataset) ||
      (typeof options.union === 'object' && asked.text.includes(`<${options.union.iri}>`))
    const media = mediaOf(asked.kind, accept)
    let answered = isUnion ? union.query(query, media, !asked.hasDataset) : queryOf(store, query, media)
    if (options.mostRows !== undefined) answered = capAnswer(answered, media, options.mostRows)
    if (options.relabel === true) answered = relabelAnswer(answered, media)
    if (options.announce === true) response.setHeader('x-sparql-maxrows', String(options.mostRows))
    response.writeHead(200, { 'content-type': `${media}; charset=utf-8` }).end(answered)
  }

  function answerUpdate(parameters: URLSearchParams, response: ServerResponse): void {
    if (parameters.has('using-graph-uri') || parameters.has('using-named-graph-uri'))
      throw new Error('Oxigraph takes no dataset beside an update.')
    store.update(parameters.get('update') ?? '')
    union.forget()
    response.writeHead(204).end()
  }

  const server = await startLoopback((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error))
    })
  })
  return {
    queryUrl: `${server.origin}/query`,
    updateUrl: `${server.origin}/update`,
    graphStoreUrl: `${server.origin}/store`,
    requests,
    quads: () => quadsIn(store.match()),
    close: () => server.close(),
  }
}

/** SPARQL 1.1 Protocol, 2.1 and 2.2: parameters of the URL, of a form, or a text as the body. */
function parametersOf(url: URL, body: string, contentType = ''): URLSearchParams {
  const parameters = new URLSearchParams(url.search)
  const type = contentType.split(';')[0]?.trim()
  if (type === 'application/sparql-query') parameters.append('query', body)
  if (type === 'application/sparql-update') parameters.append('update', body)
  if (type === 'application/x-www-form-urlencoded')
    for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value)
  return parameters
}

function datasetOf(query: string): {
  readonly text: string
  readonly hasDataset: boolean
  readonly kind: 'rows' | 'boolean' | 'graph'
} {
  const parsed = parseQuery(query, { namespaces: new Map() })
  const hasDataset = parsed.dataset !== undefined
  if (parsed.kind === 'select') return { text: query, hasDataset, kind: 'rows' }
  return { text: query, hasDataset, kind: parsed.kind === 'ask' ? 'boolean' : 'graph' }
}

function mediaOf(kind: 'rows' | 'boolean' | 'graph', accept = '*/*'): string {
  const offers =
    kind === 'graph'
      ? ['application/n-triples', 'text/turtle', 'application/rdf+xml']
      : [
          'application/sparql-results+json',
          'application/sparql-results+xml',
          ...(kind === 'rows' ? ['text/csv', 'text/tab-separated-values'] : []),
        ]
  const wanted = accept.split(',').map((part) => {
    const [media = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    return { media, weight: Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1) }
  })
  wanted.sort((a, b) => b.weight - a.weight)
  for (const { media } of wanted) {
    const prefix = media.endsWith('*') ? media.slice(0, -1).replace(/^\*\//, '') : media
    const offer = offers.find((one) => (prefix === media ? one === media : one.startsWith(prefix)))
    if (offer !== undefined) return offer
  }
  throw new Error(`No syntax of ${accept} is written here.`)
}

function queryOf(store: oxigraph.Store, query: string, media: string): string {
  const answered = store.query(query, { results_format: media })
  if (typeof answered !== 'string') throw new Error('Oxigraph answers in text.')
  return answered
}
