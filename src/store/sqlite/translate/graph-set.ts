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
  if (dataset === undefined) return { default: mergedScope([allGraphs], facts), ...everyNamed(facts) }
  const merged = dataset.default.map(meantName)
  const scope = mergedScope(merged, facts)
  const names = dataset.named.map(meantName)
  // The union of all graphs by itself is the scope of a query that says nothing.
  const isWhole = isOfAll(merged) && names.length === 0
  const isAll = isWhole || names.some((name) => name === namedGraphs || name === allGraphs)
  if (isAll) return { default: scope, ...everyNamed(facts) }
  const special = new Set(names.filter((name) => specialNames.has(name)))
  const listed = names.filter((name) => !specialNames.has(name) && name !== noGraphs)
  return { default: scope, named: [...new Set(listed.map((name) => facts.cellOf(iri(name))))], special }
}

/** Every named graph that is not hidden: that some are does not show in what they are called together. */
function everyNamed(facts: DatabaseFacts): Pick<GraphSet, 'named' | 'special'> {
  const isEach = facts.readable === undefined || facts.readable.named === 'all'
  return { named: isEach ? 'all' : facts.namedGraphs(), special: specialNames }
}

function isOfAll(names: readonly string[]): boolean {
  return names.includes(allGraphs) || (names.includes(defaultGraph) && names.includes(namedGraphs))
}

/** The merge of graphs by their names; `undefined` where there are none, or the database knows none of them. */
function mergedScope(names: readonly string[], facts: DatabaseFacts): GraphScope | undefined {
  if (facts.readable !== undefined) return readableScope(names, facts, facts.readable)
  if (isOfAll(names)) return { kind: 'union' }
  if (names.includes(namedGraphs)) return { kind: 'merged', ids: 'named' }
  const numbers = names.map((name) => (name === defaultGraph ? 0 : facts.lookup(iri(name))))
  return scopeOfIds(numbers.filter((id) => id !== undefined))
}

/** The merge of those graphs that are readable; one without quads is like one that the database does not know. */
function readableScope(
  names: readonly string[],
  facts: DatabaseFacts,
  readable: NonNullable<DatabaseFacts['readable']>,
): GraphScope | undefined {
  const isWhole = names.includes(allGraphs)
  const hasDefault = readable.default && (isWhole || names.includes(defaultGraph))
  const hasNamed = isWhole || names.includes(namedGraphs)
  // Where all named graphs are readable it is the default graph that is not.
  if (hasNamed && readable.named === 'all') return { kind: 'merged', ids: 'named' }
  const asked = new Set(hasNamed ? [] : names.map((name) => facts.lookup(iri(name))))
  const ids = facts.namedGraphs().filter((id) => hasNamed || asked.has(id))
  const scope = scopeOfIds(hasDefault ? [0, ...ids] : ids)
  return scope?.kind === 'merged' && !hasDefault ? { ...scope, isFew: true } : scope
}

function scopeOfIds(numbers: readonly number[]): GraphScope | undefined {
  const ids = [...new Set(numbers)].sort((a, b) => a - b)
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
  const cell = facts.cellOf(iri(name))
  if (graphs.named === 'all') {
    const scope = scopeOfCell(cell, facts)
    const isThere = typeof cell === 'number' && facts.namedGraphs().includes(cell)
    return isThere ? { scope } : undefined
  }
  return graphs.named.includes(cell) ? { scope: scopeOfCell(cell, facts) } : undefined
}

/** The scope of a graph by the cell of its name. */
export function scopeOfCell(cell: number | string, facts: DatabaseFacts): GraphScope | undefined {
  if (typeof cell !== 'number') return undefined
  if (facts.readable !== undefined && !facts.namedGraphs().includes(cell)) return undefined
  return { kind: 'graph', id: cell }
}

/**
 * The cells of named graphs: of those that a dataset has, and the numbers of those of them in which patterns are matched;
 * `undefined` where these are all named graphs.
 */
export function namedCells(
  { named }: GraphSet,
  facts: DatabaseFacts,
): { readonly cells: readonly (number | string)[]; readonly ids: readonly number[] | undefined } {
  if (named === 'all') return { cells: facts.namedGraphs(), ids: undefined }
  const numbers = named.filter((cell) => typeof cell === 'number')
  if (facts.readable === undefined) return { cells: named, ids: numbers }
  const there = new Set(facts.namedGraphs())
  return { cells: named, ids: numbers.filter((id) => there.has(id)) }
}
