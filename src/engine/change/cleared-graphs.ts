import { graphKeyword } from '../../sparql/graph-keyword.ts'
import type { ClearedGraphs } from './change.ts'

/** The graphs that a step clears, in a word where a name stands for the default graph, or for several. */
export function clearedGraphs(graphs: ClearedGraphs): ClearedGraphs {
  return typeof graphs === 'object' ? (graphKeyword(graphs.iri) ?? graphs) : graphs
}
