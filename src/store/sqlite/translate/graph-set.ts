import { iri } from '../../../rdf/term.ts'
import {
  allGraphs,
  type Dataset,
  defaultGraph,
  everyGraph,
  namedGraphs,
  noGraphs,
} from '../../../sparql/algebra.ts'
import type { GraphScope } from '../select/block.ts'
import type { DatabaseFacts, GraphSet } from './translation.ts'

/** A graph that `GRAPH` names: what its patterns are matched in, `undefined` where it is empty. */
export interface NamedScope {
  readonly scope: GraphScope | undefined
}

const specialNames: ReadonlySet<string> = new Set([allGraphs, namedGraphs, defaultGraph])

/** One name for what has several. */
function meantName(name: string): string {
  return name === everyGraph ? allGraphs : name
}

/** The graphs that a query's FROM and FROM NAMED name; without them the union of all graphs, and every named graph. */
export function graphSet(dataset: Dataset | undefined, facts: DatabaseFacts): GraphSet {
  if (dataset === undefined) return { default: { kind: 'union' }, named: 'all', special: specialNames }
  const scope = mergedScope(dataset.default.map(meantName), facts)
  const names = dataset.named.map(meantName)
  // The union of all graphs by itself is the scope of a query that says nothing.
  const isWhole = scope?.kind === 'union' && names.length === 0
  const isAll = isWhole || names.some((name) => name === namedGraphs || name === allGraphs)
  if (isAll) return { default: scope, named: 'all', special: specialNames }
  const special = new Set(names.filter((name) => specialNames.has(name)))
  const listed = names.filter((name) => !specialNames.has(name) && name !== noGraphs)
  return { default: scope, named: [...new Set(listed.map((name) => facts.cellOf(iri(name))))], special }
}

/** The merge of graphs by their names; `undefined` where there are none, or the database knows none of them. */
function mergedScope(names: readonly string[], facts: DatabaseFacts): GraphScope | undefined {
  const has = (name: string) => names.includes(name)
  if (has(allGraphs) || (has(defaultGraph) && has(namedGraphs))) return { kind: 'union' }
  if (has(namedGraphs)) return { kind: 'merged', ids: 'named' }
  const numbers = names.map((name) => (name === defaultGraph ? 0 : facts.lookup(iri(name))))
  const ids = [...new Set(numbers.filter((id) => id !== undefined))].sort((a, b) => a - b)
  const [only] = ids
  if (only === undefined) return undefined
  return ids.length === 1 ? { kind: 'graph', id: only } : { kind: 'merged', ids }
}

/** What `GRAPH name` is matched in; `undefined` where the dataset has no such graph. */
export function namedScope(given: string, graphs: GraphSet, facts: DatabaseFacts): NamedScope | undefined {
  const name = meantName(given)
  if (specialNames.has(name)) {
    return graphs.special.has(name) ? { scope: mergedScope([name], facts) } : undefined
  }
  const id = facts.lookup(iri(name))
  if (graphs.named === 'all') {
    return id !== undefined && facts.namedGraphs().includes(id) ? { scope: { kind: 'graph', id } } : undefined
  }
  return graphs.named.includes(facts.cellOf(iri(name))) ? { scope: scopeOfCell(id) } : undefined
}

/** The scope of a graph by the cell of its name. */
export function scopeOfCell(cell: number | string | undefined): GraphScope | undefined {
  return typeof cell === 'number' ? { kind: 'graph', id: cell } : undefined
}
