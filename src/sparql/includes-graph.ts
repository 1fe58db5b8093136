import type { BlankNode, NamedNode } from '../rdf/term.ts'
import type { GraphSet } from './graph-access.ts'
import { graphKeyword } from './graph-keyword.ts'

/** Lists as sets, as long as somebody has the list. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/**
 * Whether a graph is one of a set; `null` is the default graph. One that a blank node is the name of cannot be listed: it is
 * among all only. What is called by a name that stands for several graphs, or for the default one, is among no named ones.
 */
export function includesGraph(
  { default: hasDefault, named }: GraphSet,
  graph: NamedNode | BlankNode | null,
): boolean {
  if (graph === null) return hasDefault
  if (graph.kind === 'iri' && graphKeyword(graph.value) !== undefined) return hasDefault && named === 'all'
  if (named === 'all') return true
  return graph.kind === 'iri' && setOf(named).has(graph.value)
}

function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list)
  if (known !== undefined) return known
  const set = new Set(list)
  sets.set(list, set)
  return set
}
