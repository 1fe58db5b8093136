import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { withServices } from '../src/engine/federation/query-services.ts'
import type { RemoteAccess } from '../src/engine/federation/remote-access.ts'
import type { Fetcher } from '../src/engine/federation/remote-fetch.ts'
import { type OpenStore, openStore } from '../src/engine/open-store.ts'
import type { Quad } from '../src/rdf/term.ts'
import { defaultGraph, namedGraphs } from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { writeSolutions } from '../src/sparql/results/write-solutions.ts'
import type { Solutions } from '../src/sparql/solutions.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'

/** A server on a loopback port of its own. */
export interface LoopbackServer {
  readonly origin: string
  close(): Promise<void>
}

/** Starts a server that a listener answers, on a port that is free unless it is told which. */
export async function startLoopback(listener: RequestListener, port = 0): Promise<LoopbackServer> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A store in memory with quads, which may fetch from elsewhere. */
export async function memoryStore(quads: readonly Quad[], remote: RemoteAccess): Promise<OpenStore> {
  const connection = openDatabase(inMemory)
  await loadQuads(connection, [quads])
  return openStore(connection, remote)
}

/** The solutions of a SELECT query, its SERVICE parts answered through `fetcher`. */
export async function solutionsOfText(open: OpenStore, query: string, fetcher?: Fetcher): Promise<Solutions> {
  const parsed = parseQuery(query, { namespaces: new Map() })
  if (parsed.kind !== 'select') throw new Error('Only SELECT is answered here.')
  const dataset = parsed.dataset ?? { default: [defaultGraph], named: [namedGraphs] }
  return open.store.select(await withServices({ ...parsed, dataset }, open, { fetcher }))
}

/** A SPARQL endpoint over a store, which tells each query that it is asked. */
export function startEndpoint(
  open: OpenStore,
  format: 'json' | 'xml',
  { fetcher, onQuery }: { readonly fetcher?: Fetcher; readonly onQuery?: (query: string) => void } = {},
): Promise<LoopbackServer> {
  return startLoopback(async (request, response) => {
    try {
      const query = await queryOf(request)
      onQuery?.(query)
      const solutions = await solutionsOfText(open, query, fetcher)
      response.writeHead(200, { 'content-type': `application/sparql-results+${format}; charset=utf-8` })
      for await (const piece of writeSolutions(format, solutions)) response.write(piece)
      response.end()
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
}

/** SPARQL 1.1 Protocol, 2.1.2. */
async function queryOf(request: IncomingMessage): Promise<string> {
  if (request.method !== 'POST') throw new Error('A query is posted.')
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw new Error('A query is a form.')
  return new URLSearchParams(await text(request)).get('query') ?? ''
}
