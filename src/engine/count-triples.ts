import { parseQuery } from '../sparql/parse.ts'
import type { OpenStore } from './open-store.ts'

/** The triples of the union of all graphs: as a store has counted them, or, of one that keeps no counts, as it counts them now. */
export async function countTriples({ store }: OpenStore, signal?: AbortSignal): Promise<number> {
  const counted = store.statistics()
  if (counted !== undefined) return counted.triples
  const query = parseQuery('SELECT (COUNT(*) AS ?triples) WHERE { ?s ?p ?o }', { namespaces: new Map() })
  if (query.kind !== 'select') throw new Error('Counting is no SELECT.')
  const { batches, term } = store.select(query, { signal })
  for await (const [row] of batches) {
    const cell = row?.[0]
    if (cell !== undefined && cell !== null) return Number(term(cell).value)
  }
  throw new Error('A store counted nothing.')
}
