import type { SelectionSetNode } from 'graphql'
import { literal, type Quad, type Term } from '../../src/rdf/term.ts'
import { checkSelections } from './check-selections.ts'
import { collected, type MergedField } from './collected.ts'
import type { Row } from './expression.ts'
import { type Graph, graphOf, termKey } from './graph.ts'
import { inBestLanguage } from './language.ts'
import { literalValue } from './literal-value.ts'
import { argumentHolds } from './matches.ts'
import { iriOfName, nameOfIri } from './names.ts'
import { objectText, type Part, type Slot, type Text } from './object-text.ts'
import {
  type OperationFacts,
  operationFacts,
  type ReferenceRequest,
  type Value,
  valueOfNode,
} from './operation-facts.ts'
import { compareTerms } from './order.ts'
import { rowsOf } from './rows.ts'

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** What a request comes to, worked out by walking the graph from each node. */
export interface ReferenceAnswer {
  /** Text of the JSON of `data`. */
  readonly json: string
  /** The nodes of each root list, in their order. */
  readonly roots: readonly ReferenceRoot[]
  /** Keys that `@bind` computes somewhere: their values have no order of insertion. */
  readonly computed: ReadonlySet<string>
  /** IRIs of the graphs that the request is limited to. */
  readonly graphs: readonly string[] | undefined
}

/** The nodes of a root list; nodes of equal `rank` are not told apart by SPARQL's order of them. */
export interface ReferenceRoot {
  readonly key: string
  readonly nodes: readonly { readonly term: Term; readonly rank: number }[]
  /** Whether a page was cut between nodes that `orderBy` does not tell apart, so that another order of them is as good. */
  readonly cutAmongEquals: boolean
}

/** What the walk needs everywhere. */
interface World {
  readonly graph: Graph
  readonly facts: OperationFacts
}

/** Answers a request over the graphs of `quads` that it is limited to, or all. */
export function referenceAnswer(quads: readonly Quad[], request: ReferenceRequest): ReferenceAnswer {
  const facts = operationFacts(request)
  return answerOver({ graph: graphOf(quads, facts.graphs), facts })
}

/** Answers a request over a graph that is there already, whatever graphs the request is limited to. */
export function referenceAnswerOver(graph: Graph, request: ReferenceRequest): ReferenceAnswer {
  return answerOver({ graph, facts: operationFacts(request) })
}

function answerOver(world: World): ReferenceAnswer {
  const { facts } = world
  const computed = checkSelections(facts, [facts.definition.selectionSet])
  const roots: ReferenceRoot[] = []
  const fields = collected(facts, [facts.definition.selectionSet], undefined).fields
  const lists = fields.map((field) => {
    if (field.kind === 'fragment') throw new Error('The root has no type.')
    if (field.field.name.value === '__typename') return { key: field.key, json: '"Query"' }
    const { nodes, cutAmongEquals } = page(world, field)
    roots.push({ key: field.key, nodes, cutAmongEquals })
    const objects = nodes.flatMap(({ term }) => rootText(world, term, field) ?? [])
    return { key: field.key, json: `[${objects.join(',')}]` }
  })
  const [only] = lists
  const json =
    only !== undefined && lists.length === 1 && roots.length === 1
      ? only.json
      : `{${lists.map((list) => `${JSON.stringify(list.key)}:${list.json}`).join(',')}}`
  return { json, roots, computed, graphs: facts.graphs }
}

/** A node of a root list as JSON; `undefined` where it lacks something. */
function rootText(world: World, node: Term, root: MergedField): string | undefined {
  if (root.selectionSets.length === 0) return leafJson(node, world.facts)
  const name = root.field.name.value
  const enclosing = iriOfName(name, world.facts.vocabulary)
  const part = partOf(world, node, root.selectionSets, { enclosing, typename: name, origin: root.field })
  return part && objectText([part])
}

/** The nodes of a root field that have all they need, in order, paged. */
function page(world: World, root: MergedField): Omit<ReferenceRoot, 'key'> {
  const { graph, facts } = world
  const given = argumentsOf(facts, root)
  const filters = [...given].filter(([name]) => !['orderBy', 'first', 'skip'].includes(name))
  const type = iriOfName(root.field.name.value, facts.vocabulary)
  const nodes = graph
    .subjects(rdfType, type)
    .filter((node) =>
      filters.every(([name, value]) => argumentHolds(graph, facts.vocabulary, node, name, value)),
    )
    .filter((node) => rootText(world, node, root) !== undefined)
  const keys = orderKeys(given.get('orderBy'), facts)
  const sorted = nodes
    .map((term) => ({ term, extremes: keys.map((key) => extreme(graph, term, key)) }))
    .sort((a, b) => compareExtremes(a.extremes, b.extremes, keys))
  let rank = 0
  const ranked = sorted.map(({ term, extremes }, at) => {
    const before = sorted[at - 1]
    if (before !== undefined && isTold(before.extremes, extremes, keys)) rank += 1
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

/** Whether SPARQL tells nodes apart: it has no order of blank nodes, whose labels decide here. */
function isTold(a: Extremes, b: Extremes, keys: readonly OrderKey[]): boolean {
  const at = keys.findIndex((key, index) => compareExtremes([a[index]], [b[index]], [key]) !== 0)
  return at >= 0 && !(a[at]?.kind === 'blank' && b[at]?.kind === 'blank')
}

/**
 * What a selection set makes of a node; `undefined` where the node lacks something that is required, or is none.
 * `typename` is the name of the type that was asked for, where one was.
 */
function partOf(
  world: World,
  node: Term,
  selectionSets: readonly SelectionSetNode[],
  { enclosing, typename, origin, isLifted }: Asked,
): Part | undefined {
  if (node.kind === 'literal') return undefined
  const { graph, facts } = world
  const whole = collected(facts, selectionSets, enclosing)
  const set = isLifted ? { ...whole, fields: whole.fields.filter((field) => !isTypename(field)) } : whole
  const types = new Set(graph.values(node, rdfType).map(termKey))
  if (set.types.some(({ iri }) => !types.has(termKey({ kind: 'iri', value: iri })))) return undefined
  const name = typename ?? set.types[0]?.name ?? firstTypeName(graph, facts, node)
  const objects = new Map<string, ReadonlyMap<string, Part>>()
  const candidates = new Map<string, readonly Term[]>()
  for (const field of set.fields) {
    if (field.kind === 'fragment' || field.computed !== undefined) continue
    const values = candidatesOf(world, node, field, name)
    if (field.selectionSets.length === 0) {
      candidates.set(field.key, values)
      continue
    }
    const parts = values.flatMap((value) => {
      const part = partOf(world, value, field.selectionSets, { origin: field.field, isLifted: field.hidden })
      return part === undefined ? [] : [[termKey(value), part] as const]
    })
    objects.set(field.key, new Map(parts))
    candidates.set(
      field.key,
      parts.map(([, part]) => part.node),
    )
  }
  const { rows, joined } = rowsOf(set, candidates, facts)
  if (rows.length === 0) return undefined
  const slots = set.fields.map((field): Slot => {
    if (field.kind === 'fragment') {
      const applies = types.has(termKey({ kind: 'iri', value: field.type }))
      const asked = {
        enclosing: field.type,
        typename: name,
        origin: field.node,
        ...(isLifted && { isLifted }),
      }
      const part = applies ? partOf(world, node, [field.selectionSet], asked) : undefined
      return { kind: 'fragment', parts: part === undefined ? [] : [part] }
    }
    const values = candidates.get(field.key) ?? []
    const shown = joined.has(field.key) ? seen(field, rows, candidates) : values
    return slotOf(field, shown, objects.get(field.key), facts)
  })
  return { origin, node, slots }
}

/** What was asked of an object by what is around it. */
interface Asked {
  readonly enclosing?: string
  readonly typename?: string
  readonly origin: object
  /** Whether its fields move up, all but `__typename`. */
  readonly isLifted?: boolean
}

function isTypename(field: ReturnType<typeof collected>['fields'][number]): boolean {
  return field.kind !== 'fragment' && field.computed === undefined && field.field.name.value === '__typename'
}

/** The distinct values of a field in rows: those of the data in their order, computed ones in that of the rows. */
function seen(
  field: MergedField,
  rows: readonly Row[],
  candidates: ReadonlyMap<string, readonly Term[]>,
): readonly Term[] {
  const values = new Map(
    rows.flatMap((row) => {
      const value = row.get(field.key)
      return value === undefined ? [] : [[termKey(value), value] as const]
    }),
  )
  const known = candidates.get(field.key)
  return known === undefined ? [...values.values()] : known.filter((value) => values.has(termKey(value)))
}

function slotOf(
  field: MergedField,
  values: readonly Term[],
  objects: ReadonlyMap<string, Part> | undefined,
  facts: OperationFacts,
): Slot {
  const { key, hidden } = field
  if (objects === undefined) {
    const isIri = field.field.name.value === 'iri' && field.computed === undefined
    if (hidden) return { kind: 'lifted', parts: [], keys: [] }
    const texts = values.map((value) => textOf(value, isIri, facts))
    return { kind: 'field', key, values: texts, objects: [] }
  }
  const parts = values.flatMap((value) => objects.get(termKey(value)) ?? [])
  return hidden
    ? { kind: 'lifted', parts, keys: keysOf(field.selectionSets, facts) }
    : { kind: 'field', key, values: [], objects: parts }
}

/** The keys that every object of these selection sets has, with a value or not. */
function keysOf(selectionSets: readonly SelectionSetNode[], facts: OperationFacts): readonly string[] {
  return collected(facts, selectionSets, undefined).fields.flatMap((field) => {
    if (field.kind === 'fragment' || isTypename(field)) return []
    if (!field.hidden) return [field.key]
    return field.selectionSets.length === 0 ? [] : keysOf(field.selectionSets, facts)
  })
}

function textOf(value: Term, isIri: boolean, facts: OperationFacts): Text {
  const full = value.kind === 'blank' ? `_:${value.value}` : value.value
  return { identity: termKey(value), json: isIri ? JSON.stringify(full) : leafJson(value, facts) }
}

/** The values of a field at a node that its arguments and languages let through. */
function candidatesOf(
  { graph, facts }: World,
  node: Term,
  field: MergedField,
  typename: string,
): readonly Term[] {
  const name = field.field.name.value
  if (name === 'iri') return [node]
  if (name === '__typename') return [literal(typename)]
  const values = graph.values(node, iriOfName(name, facts.vocabulary))
  const given = [...argumentsOf(facts, field)]
  return inBestLanguage(values, field.languages).filter((value) =>
    given.every(([argument, wanted]) => argumentHolds(graph, facts.vocabulary, value, argument, wanted)),
  )
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
