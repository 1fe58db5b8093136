import type { SelectionSetNode } from 'graphql'
import type { Quad, Term } from '../../src/rdf/term.ts'
import { type Graph, unionGraph } from './graph.ts'
import { literalValue } from './literal-value.ts'
import { argumentHolds } from './matches.ts'
import { checkConflicts, type MergedField, mergedFields } from './merged-fields.ts'
import { iriOfName, nameOfIri } from './names.ts'
import {
  type OperationFacts,
  operationFacts,
  type ReferenceRequest,
  type Value,
  valueOfNode,
} from './operation-facts.ts'
import { compareTerms } from './order.ts'

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** What a request comes to, worked out by walking the graph from each node. */
export interface ReferenceAnswer {
  /** Text of the JSON of `data`. */
  readonly json: string
  /** The nodes of each root list, in their order. */
  readonly roots: readonly ReferenceRoot[]
}

/** The nodes of a root list; nodes of equal `rank` are not told apart by `orderBy`. */
export interface ReferenceRoot {
  readonly key: string
  readonly nodes: readonly { readonly term: Term; readonly rank: number }[]
  /** Whether a page was cut between nodes that `orderBy` does not tell apart, so that another order of them is as good. */
  readonly cutAmongEquals: boolean
}

/** Answers a request over the union of the graphs of `quads`. */
export function referenceAnswer(quads: readonly Quad[], request: ReferenceRequest): ReferenceAnswer {
  return referenceAnswerOver(unionGraph(quads), request)
}

/** Answers a request over a graph that is there already. */
export function referenceAnswerOver(graph: Graph, request: ReferenceRequest): ReferenceAnswer {
  const facts = operationFacts(request)
  checkConflicts(facts, [facts.definition.selectionSet])
  const roots: ReferenceRoot[] = []
  const fields = mergedFields(facts, [facts.definition.selectionSet])
  const lists = fields.map((field) => {
    if (field.field.name.value === '__typename') return { key: field.key, json: '"Query"' }
    const { nodes, cutAmongEquals } = page(graph, facts, field)
    roots.push({ key: field.key, nodes, cutAmongEquals })
    const typename = field.field.name.value
    const objects = nodes.flatMap(
      ({ term }) => valueJson(graph, facts, term, field.selectionSets, typename) ?? [],
    )
    return { key: field.key, json: `[${objects.join(',')}]` }
  })
  const [only] = lists
  const json =
    only !== undefined && lists.length === 1 && roots.length === 1
      ? only.json
      : `{${lists.map((list) => `${JSON.stringify(list.key)}:${list.json}`).join(',')}}`
  return { json, roots }
}

/** The nodes of a root field that have all they need, in order, paged. */
function page(graph: Graph, facts: OperationFacts, root: MergedField): Omit<ReferenceRoot, 'key'> {
  const given = argumentsOf(facts, root)
  const filters = [...given].filter(([name]) => !['orderBy', 'first', 'skip'].includes(name))
  const type = iriOfName(root.field.name.value, facts.vocabulary)
  const nodes = graph
    .subjects(rdfType, type)
    .filter((node) =>
      filters.every(([name, value]) => argumentHolds(graph, facts.vocabulary, node, name, value)),
    )
    .filter((node) => valueJson(graph, facts, node, root.selectionSets, '') !== undefined)
  const keys = orderKeys(given.get('orderBy'), facts)
  const sorted = nodes
    .map((term) => ({ term, extremes: keys.map((key) => extreme(graph, term, key)) }))
    .sort((a, b) => compareExtremes(a.extremes, b.extremes, keys))
  let rank = 0
  const ranked = sorted.map(({ term, extremes }, at) => {
    const before = sorted[at - 1]
    if (before !== undefined && compareExtremes(before.extremes, extremes, keys) !== 0) rank += 1
    return { term, rank }
  })
  const start = wholeNumber(given.get('skip')) ?? 0
  const end = start + (wholeNumber(given.get('first')) ?? ranked.length)
  const isCut = (at: number): boolean =>
    at > 0 && at < ranked.length && ranked[at - 1]?.rank === ranked[at]?.rank
  return { nodes: ranked.slice(start, end), cutAmongEquals: end > start && (isCut(start) || isCut(end)) }
}

function argumentsOf(facts: OperationFacts, { field }: MergedField): ReadonlyMap<string, Value> {
  return new Map(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueOfNode(value, facts.variables)]),
  )
}

function wholeNumber(value: Value | undefined): number | undefined {
  return value?.kind === 'number' ? Number(value.text) : undefined
}

interface OrderKey {
  /** Absent: the node itself. */
  readonly predicate: string | undefined
  readonly descending: boolean
}

function orderKeys(value: Value | undefined, facts: OperationFacts): readonly OrderKey[] {
  switch (value?.kind) {
    case undefined:
      return []
    case 'list':
      return value.values.flatMap((one) => orderKeys(one, facts))
    case 'object': {
      const descending = value.members.get('desc')
      return orderKeys(value.members.get('field'), facts).map((key) => ({
        ...key,
        descending: descending?.kind === 'boolean' && descending.value,
      }))
    }
    case 'name':
    case 'string': {
      const name = value.kind === 'name' ? value.name : value.value
      return [
        { predicate: name === 'iri' ? undefined : iriOfName(name, facts.vocabulary), descending: false },
      ]
    }
    default:
      throw new Error('Not an order.')
  }
}

/** What a node is sorted by: the smallest value of a property, the largest where the order is descending. */
function extreme(graph: Graph, node: Term, { predicate, descending }: OrderKey): Term | undefined {
  const values = predicate === undefined ? [node] : graph.values(node, predicate)
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

/**
 * The JSON of a node or literal for a field with these selection sets; `undefined` where it lacks something that is
 * required. `typename` is the name of the type that was asked for, where one was.
 */
function valueJson(
  graph: Graph,
  facts: OperationFacts,
  term: Term,
  selectionSets: readonly SelectionSetNode[],
  typename?: string,
): string | undefined {
  if (selectionSets.length === 0) return leafJson(term, facts)
  if (term.kind === 'literal') return undefined
  const members: string[] = []
  for (const merged of mergedFields(facts, selectionSets)) {
    const values = fieldValues(graph, facts, term, merged, typename)
    if (values.length > 0) {
      members.push(
        `${JSON.stringify(merged.key)}:${values.length === 1 ? values[0] : `[${values.join(',')}]`}`,
      )
    } else if (!merged.optional) {
      return undefined
    }
  }
  return `{${members.join(',')}}`
}

/** The JSON of each value of a field at a node. */
function fieldValues(
  graph: Graph,
  facts: OperationFacts,
  node: Term,
  merged: MergedField,
  typename: string | undefined,
): readonly string[] {
  const name = merged.field.name.value
  if (name === 'iri') return [JSON.stringify(node.kind === 'blank' ? `_:${node.value}` : node.value)]
  if (name === '__typename') return [JSON.stringify(typename ?? firstTypeName(graph, facts, node))]
  return graph
    .values(node, iriOfName(name, facts.vocabulary))
    .filter((value) =>
      [...argumentsOf(facts, merged)].every(([argument, wanted]) =>
        argumentHolds(graph, facts.vocabulary, value, argument, wanted),
      ),
    )
    .flatMap((value) => valueJson(graph, facts, value, merged.selectionSets) ?? [])
}

function firstTypeName(graph: Graph, facts: OperationFacts, node: Term): string {
  const names = graph
    .values(node, rdfType)
    .flatMap((type) => (type.kind === 'iri' ? [nameOfIri(type.value, facts.vocabulary)] : []))
  return names.sort()[0] ?? 'Resource'
}

function leafJson(term: Term, facts: OperationFacts): string {
  if (term.kind === 'iri') return JSON.stringify(nameOfIri(term.value, facts.vocabulary))
  if (term.kind === 'blank') return JSON.stringify(`_:${term.value}`)
  const value = literalValue(term)
  switch (value.kind) {
    case 'whole':
      return value.value.toString()
    case 'fraction':
      if (Number.isNaN(value.value)) return '"NaN"'
      if (Math.abs(value.value) === Infinity) return value.value < 0 ? '"-INF"' : '"INF"'
      return String(value.value)
    case 'boolean':
      return String(value.value)
    default:
      return JSON.stringify(term.value)
  }
}
