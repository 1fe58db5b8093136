import type { Term } from '../../src/rdf/term.ts'
import type { MergedField } from './collected.ts'
import type { Graph, PathStep } from './graph.ts'
import { argumentHolds } from './matches.ts'
import { iriOfName } from './names.ts'
import { argumentsOf, type OperationFacts, type Value } from './operation-facts.ts'
import { compareTerms } from './order.ts'

/** The nodes of a root list; nodes of equal `rank` are not told apart by SPARQL's order of them. */
export interface Page {
  readonly nodes: readonly { readonly term: Term; readonly rank: number }[]
  /** Whether a page was cut between nodes that `orderBy` does not tell apart, so that another order of them is as good. */
  readonly cutAmongEquals: boolean
}

/** The nodes of a root field that have all they need, in order, paged. */
export function page(
  { graph, facts }: { readonly graph: Graph; readonly facts: OperationFacts },
  root: MergedField,
  hasAll: (node: Term) => boolean,
): Page {
  const name = root.field.name.value
  const declared = facts.schema?.root(name)
  const given = argumentsOf(facts, root, declared?.arguments)
  const isPaging = (argument: string) =>
    ['orderBy', 'first', 'skip'].includes(argument) && declared?.arguments.get(argument)?.path === undefined
  const filters = [...given].filter(([argument]) => !isPaging(argument))
  const paging = new Map([...given].filter(([argument]) => isPaging(argument)))
  const classes = declared?.classes ?? [iriOfName(name, facts.vocabulary)]
  const nodes = graph
    .instances(classes)
    .filter((node) =>
      filters.every(([argument, value]) =>
        argumentHolds({ graph, facts }, node, argument, value, declared?.arguments.get(argument)),
      ),
    )
    .filter(hasAll)
  const keys = orderKeys(paging.get('orderBy'), facts, declared?.type)
  const sorted = nodes
    .map((term) => ({ term, extremes: keys.map((key) => extreme(graph, term, key)) }))
    .sort((a, b) => compareExtremes(a.extremes, b.extremes, keys))
  let rank = 0
  const ranked = sorted.map(({ term, extremes }, at) => {
    const before = sorted[at - 1]
    if (before !== undefined && isTold(before.extremes, extremes, keys)) rank += 1
    return { term, rank }
  })
  const start = wholeNumber(paging.get('skip')) ?? 0
  const end = start + (wholeNumber(paging.get('first')) ?? ranked.length)
  const isCut = (at: number): boolean =>
    at > 0 && at < ranked.length && ranked[at - 1]?.rank === ranked[at]?.rank
  return { nodes: ranked.slice(start, end), cutAmongEquals: end > start && (isCut(start) || isCut(end)) }
}

function wholeNumber(value: Value | undefined): number | undefined {
  return value?.kind === 'number' ? Number(value.text) : undefined
}

interface OrderKey {
  /** Absent: the node itself. */
  readonly path: readonly PathStep[] | undefined
  readonly descending: boolean
}

function orderKeys(
  value: Value | undefined,
  facts: OperationFacts,
  type: string | undefined,
): readonly OrderKey[] {
  switch (value?.kind) {
    case undefined:
    case 'null':
      return []
    case 'list':
      return value.values.flatMap((one) => orderKeys(one, facts, type))
    case 'object': {
      const descending = value.members.get('desc')
      return orderKeys(value.members.get('field'), facts, type).map((key) => ({
        ...key,
        descending: descending?.kind === 'boolean' && descending.value,
      }))
    }
    case 'name':
    case 'string': {
      const name = value.kind === 'name' ? value.name : value.value
      return [{ path: orderPath(name, facts, type), descending: false }]
    }
    default:
      throw new Error('Not an order.')
  }
}

function orderPath(
  name: string,
  { schema, vocabulary }: OperationFacts,
  type: string | undefined,
): readonly PathStep[] | undefined {
  const declared = type === undefined ? undefined : schema?.orderable(type).get(name)
  if (declared !== undefined) return declared.path
  return name === 'iri' ? undefined : [{ predicate: iriOfName(name, vocabulary), inverse: false }]
}

/** What a node is sorted by: the smallest value of a property, the largest where the order is descending. */
function extreme(graph: Graph, node: Term, { path, descending }: OrderKey): Term | undefined {
  const values = path === undefined ? [node] : graph.along(node, path)
  return values.toSorted(compareTerms).at(descending ? -1 : 0)
}

type Extremes = readonly (Term | undefined)[]

/** Compares nodes by one key after the other; a node without a value is the smallest. */
function compareExtremes(a: Extremes, b: Extremes, keys: readonly OrderKey[]): number {
  for (const [at, { descending }] of keys.entries()) {
    const [left, right] = [a[at], b[at]]
    const difference =
      left === undefined || right === undefined
        ? Number(left !== undefined) - Number(right !== undefined)
        : compareTerms(left, right)
    if (difference !== 0) return descending ? -difference : difference
  }
  return 0
}

/** Whether SPARQL tells nodes apart: it has no order of blank nodes, whose labels decide here. */
function isTold(a: Extremes, b: Extremes, keys: readonly OrderKey[]): boolean {
  const at = keys.findIndex((key, index) => compareExtremes([a[index]], [b[index]], [key]) !== 0)
  return at >= 0 && !(a[at]?.kind === 'blank' && b[at]?.kind === 'blank')
}
