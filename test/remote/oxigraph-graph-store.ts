import type { ServerResponse } from 'node:http'
import oxigraph from 'oxigraph'

/** A request of the Graph Store Protocol. */
export interface GraphStoreRequest {
  readonly method: string
  /** With `?graph=IRI` or `?default`. */
  readonly url: URL
  readonly body: string
  /** Media type of the body. */
  readonly type: string
}

/** Answers a request of the Graph Store Protocol on an Oxigraph store: all or nothing of it is done. */
export function answerGraphStore(
  store: oxigraph.Store,
  { method, url, body, type }: GraphStoreRequest,
  response: ServerResponse,
): void {
  const name = url.searchParams.get('graph')
  if (name === null && !url.searchParams.has('default')) throw new Error('Which graph?')
  const graph = name === null ? oxigraph.defaultGraph() : oxigraph.namedNode(name)
  const kept = store.match(null, null, null, graph)
  const exists = name === null || kept.length > 0
  switch (method) {
    case 'GET':
      if (!exists) break
      response
        .writeHead(200, { 'content-type': 'application/n-triples' })
        .end(store.dump({ format: 'application/n-triples', from_graph_name: graph }))
      return
    case 'PUT':
    case 'POST': {
      const quads = oxigraph.parse(body, { format: type.split(';')[0] ?? '', to_graph_name: graph })
      if (method === 'PUT') for (const quad of kept) store.delete(quad)
      for (const quad of quads) store.add(quad)
      response.writeHead(exists ? 204 : 201).end()
      return
    }
    case 'DELETE':
      if (!exists) break
      for (const quad of kept) store.delete(quad)
      response.writeHead(204).end()
      return
    default:
      response.writeHead(405).end()
      return
  }
  response.writeHead(404).end('There is no such graph.')
}
