import { parseQuery } from '../../sparql/parse.ts'
import type { OpenStore } from '../open-store.ts'

/** The triples of the union of all graphs, as a store counts them that keeps no counts. */
export async function countTriples({ store }: OpenStore, signal?: AbortSignal): Promise<number> {
  const query = parseQuery('SELECT (COUNT(*) AS ?triples) WHERE { ?s ?p ?o }', { namespaces: new Map() })
  if (query.kind !== 'select') throw new Error('Counting is no SELECT.')
  const { batches, term } = store.select(query, { signal })
  for await (const [row] of batches) {
    const cell = row?.[0]
    if (cell !== undefined && cell !== null) return Number(term(cell).value)
  }
  throw new Error('An endpoint counted nothing.')
}
