import { literal, type Quad, type Term } from '../../src/rdf/term.ts'
import { checkSelections } from './check-selections.ts'
import { collected, type MergedField, type TypedSet } from './collected.ts'
import type { Row } from './expression.ts'
import { type Graph, graphOf, termKey } from './graph.ts'
import { type InferredGraph, inferredGraph, type ReferenceReasoning } from './inferred-graph.ts'
import { inBestLanguage } from './language.ts'
import { declaredJson, iriJson, leafJson } from './leaf-json.ts'
import { argumentHolds } from './matches.ts'
import { iriOfName, nameOfIri } from './names.ts'
import {
  type Form,
  type Key,
  type KeyShape,
  objectText,
  type Part,
  type Slot,
  type Text,
} from './object-text.ts'
import { argumentsOf, type OperationFacts, operationFacts, type ReferenceRequest } from './operation-facts.ts'
import { type Page, page } from './page.ts'
import { rowsOf } from './rows.ts'
import { referenceSchema } from './schema.ts'
import { classesNamed, specificType } from './specific-type.ts'

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** What a request comes to, worked out by walking the graph from each node. */
export interface ReferenceAnswer {
  /** Text of the JSON of `data`. */
  readonly json: string
  /** The same in the form of GraphQL. */
  readonly graphqlJson: string
  /** The nodes of each root list, in their order. */
  readonly roots: readonly ReferenceRoot[]
  /** Keys that `@bind` computes somewhere: their values have no order of insertion. */
  readonly computed: ReadonlySet<string>
  /** IRIs of the graphs that the request is limited to. */
  readonly graphs: readonly string[] | undefined
  /** Whether a field that is declared single had several values: which is the first is not for SPARQL to say. */
  readonly choseFirst: boolean
  /** Whether such values were computed by `@bind`: they have no order, so which is the first is open everywhere. */
  readonly choseComputed: boolean
}

/** The nodes of a root list. */
export interface ReferenceRoot extends Page {
  readonly key: string
}

/** Whether the answer is one of several that are as good, and which of them is not for SPARQL to say. */
export function isOpen({ roots, choseFirst }: ReferenceAnswer): boolean {
  return choseFirst || roots.some((root) => root.cutAmongEquals)
}

/** What the walk needs everywhere. */
interface World {
  readonly graph: Graph
  readonly facts: OperationFacts
  /** Set by what the walk meets. */
  readonly met: { severalForOne: boolean; computedForOne: boolean }
  /** With reasoning: the graph without what follows, and which classes are below others. */
  readonly inference?: Pick<InferredGraph, 'below'> & { readonly stated: Graph }
}

/**
 * Answers a request over the graphs of `quads` that it is limited to, or all; by the text of a schema, where one is given, and with all
 * that follows, where it is asked with reasoning.
 */
export function referenceAnswer(
  quads: readonly Quad[],
  request: ReferenceRequest,
  schema?: string,
  reasoning?: ReferenceReasoning,
): ReferenceAnswer {
  const facts = operationFacts(request, schema === undefined ? undefined : referenceSchema(schema))
  const stated = graphOf(quads, facts.graphs)
  const met = { severalForOne: false, computedForOne: false }
  if (reasoning === undefined) return answerOver({ graph: stated, facts, met })
  const { graph, below } = inferredGraph(quads, facts.graphs, reasoning, facts.schema)
  return answerOver({ graph, facts, met, inference: { stated, below } })
}

/** Answers a request over a graph that is there already, whatever graphs the request is limited to. */
export function referenceAnswerOver(graph: Graph, request: ReferenceRequest): ReferenceAnswer {
  return answerOver({
    graph,
    facts: operationFacts(request),
    met: { severalForOne: false, computedForOne: false },
  })
}

function answerOver(world: World): ReferenceAnswer {
  const { facts } = world
  const sets = [{ selectionSet: facts.definition.selectionSet, within: undefined }]
  const computed = checkSelections(facts, sets)
  const roots: ReferenceRoot[] = []
  let choseFirst = false
  let choseComputed = false
  const lists = collected(facts, sets).fields.map((field) => {
    if (field.kind === 'fragment') throw new Error('The root has no type.')
    const { key } = field
    if (field.field.name.value === '__typename') {
      const json = JSON.stringify(facts.schema?.queryType ?? 'Query')
      return { key, json, graphqlJson: json }
    }
    const paged = page(world, field, (node) => rootTexts(world, node, field) !== undefined)
    roots.push({ key, ...paged })
    world.met.severalForOne = false
    world.met.computedForOne = false
    const objects = paged.nodes.flatMap(({ term }) => rootTexts(world, term, field) ?? [])
    choseFirst ||= world.met.severalForOne
    choseComputed ||= world.met.computedForOne
    const textOf = (form: Form) => `[${objects.map((texts) => texts[form]).join(',')}]`
    return { key, json: textOf('nodes'), graphqlJson: textOf('graphql') }
  })
  const [only] = lists
  const byName = (form: 'json' | 'graphqlJson') =>
    `{${lists.map((list) => `${JSON.stringify(list.key)}:${list[form]}`).join(',')}}`
  return {
    json: only !== undefined && lists.length === 1 && roots.length === 1 ? only.json : byName('json'),
    graphqlJson: byName('graphqlJson'),
    roots,
    computed,
    graphs: facts.graphs,
    choseFirst,
    choseComputed,
  }
}

/** A node of a root list as JSON; `undefined` where it lacks something. */
function rootTexts(world: World, node: Term, root: MergedField): Readonly<Record<Form, string>> | undefined {
  const { facts } = world
  if (root.selectionSets.length === 0) {
    const json = leafJson(node, facts.vocabulary)
    return { nodes: json, graphql: json }
  }
  const name = root.field.name.value
  const typename = facts.schema === undefined ? name : typenameOf(world, node, facts.schema.root(name).type)
  const part = partOf(world, node, root.selectionSets, { typename, origin: root.field })
  if (part === undefined) return undefined
  const onChoice = (isComputed: boolean): void => noteChoice(world, isComputed)
  return { nodes: objectText([part], 'nodes', onChoice), graphql: objectText([part], 'graphql', onChoice) }
}

/** The name of a node's type where no schema says it; `asked` is that of the type that was asked for. */
function typenameWithout({ graph, facts, inference }: World, node: Term, asked: string | undefined): string {
  if (facts.schema !== undefined || inference === undefined) return asked ?? firstTypeName(graph, facts, node)
  const { stated } = inference
  const specific = specificType(stated, inference, node, classesNamed(facts), asked ?? 'Resource')
  return specific ?? asked ?? firstTypeName(stated, facts, node)
}

/**
 * What a selection set makes of a node; `undefined` where the node lacks something that is required, or is none.
 * `typename` is the name of the type that was asked for, where one was.
 */
function partOf(
  world: World,
  node: Term,
  selectionSets: readonly TypedSet[],
  { typename, origin, isLifted }: Asked,
): Part | undefined {
  if (node.kind === 'literal') return undefined
  const { graph, facts } = world
  const whole = collected(facts, selectionSets)
  const set = isLifted ? { ...whole, fields: whole.fields.filter((field) => !isTypename(field)) } : whole
  if (set.types.some(({ classes }) => !isOfAny(graph, node, classes))) return undefined
  const name = typenameWithout(world, node, typename ?? set.types[0]?.name)
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
      const part = partOf(world, value, field.selectionSets, {
        origin: field.field,
        isLifted: field.hidden,
        ...(field.declared?.value.kind === 'node' && {
          typename: typenameOf(world, value, field.declared.value.type),
        }),
      })
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
      const asked = { typename: name, origin: field.node, ...(isLifted && { isLifted }) }
      const inner = [{ selectionSet: field.selectionSet, within: field.type }]
      const part = isOfAny(graph, node, field.classes) ? partOf(world, node, inner, asked) : undefined
      return { kind: 'fragment', parts: part === undefined ? [] : [part] }
    }
    const values = candidates.get(field.key) ?? []
    const shown = joined.has(field.key) ? seen(field, rows, candidates) : values
    return slotOf(world, field, shown, objects.get(field.key))
  })
  return { origin, node, slots }
}

/** What was asked of an object by what is around it. */
interface Asked {
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

/** Notes that one of several values is shown: of computed ones, and others beside them, which is the first is open. */
function noteChoice({ met }: World, isComputed: boolean): void {
  met.severalForOne = true
  if (isComputed) met.computedForOne = true
}

function slotOf(
  world: World,
  field: MergedField,
  values: readonly Term[],
  objects: ReadonlyMap<string, Part> | undefined,
): Slot {
  const { facts } = world
  const { hidden } = field
  const key = keyOf(field, facts)
  const isComputed = field.computed !== undefined
  if (values.length > 1 && key.shape === 'single') noteChoice(world, isComputed)
  const shown = key.shape === 'single' ? values.slice(0, 1) : values
  if (objects === undefined) {
    if (hidden) return { kind: 'lifted', shape: 'free', parts: [], keys: [] }
    return {
      kind: 'field',
      key,
      values: shown.map((value) => textOf(value, field, facts)),
      objects: [],
      isComputed,
    }
  }
  const parts = shown.flatMap((value) => objects.get(termKey(value)) ?? [])
  if (!hidden) return { kind: 'field', key, values: [], objects: parts, isComputed }
  return { kind: 'lifted', shape: key.shape, parts, keys: keysOf(field.selectionSets, facts) }
}

/** The keys that every object of these selection sets has, with a value or not. */
function keysOf(selectionSets: readonly TypedSet[], facts: OperationFacts): readonly Key[] {
  return collected(facts, selectionSets).fields.flatMap((field): readonly Key[] => {
    if (field.kind === 'fragment' || isTypename(field)) return []
    if (!field.hidden) return [keyOf(field, facts)]
    if (field.selectionSets.length === 0) return []
    const { shape } = keyOf(field, facts)
    const isList = shape === 'list' || shape === 'present'
    return keysOf(field.selectionSets, facts).map((key) => (isList ? { ...key, shape } : key))
  })
}

function keyOf({ key: name, field, computed, declared }: MergedField, facts: OperationFacts): Key {
  return { name, shape: shape() }

  function shape(): KeyShape {
    if (facts.schema === undefined) return 'free'
    if (declared === undefined) return computed === undefined ? 'single' : 'free'
    if (field.name.value === '__typename' || (declared.path === undefined && computed === undefined))
      return 'single'
    if (!declared.isList) return 'single'
    return declared.isNonNull ? 'present' : 'list'
  }
}

function textOf(value: Term, { field, computed, declared }: MergedField, facts: OperationFacts): Text {
  const identity = termKey(value)
  const isIri = field.name.value === 'iri' && computed === undefined
  if (isIri && declared?.path === undefined) return { identity, json: iriJson(value) }
  const { vocabulary } = facts
  const json =
    declared === undefined ? leafJson(value, vocabulary) : declaredJson(value, declared.value, vocabulary)
  return { identity, json }
}

/** The values of a field at a node that its arguments and languages let through. */
function candidatesOf(
  { graph, facts }: World,
  node: Term,
  field: MergedField,
  typename: string,
): readonly Term[] {
  const name = field.field.name.value
  const { declared } = field
  if (name === '__typename') return [literal(typename)]
  if (name === 'iri' && declared?.path === undefined) return [node]
  const plain = { predicate: iriOfName(name, facts.vocabulary), inverse: false }
  const values = graph.along(node, declared?.path ?? [plain])
  const given = [...argumentsOf(facts, field, declared?.arguments)]
  return inBestLanguage(values, field.languages).filter((value) =>
    given.every(([argument, wanted]) =>
      argumentHolds({ graph, facts }, value, argument, wanted, declared?.arguments.get(argument)),
    ),
  )
}

/** What an object of a declared type is called: of one that can be several, by its classes. */
function typenameOf({ graph, facts, inference }: World, node: Term, type: string): string {
  const declared = facts.schema?.type(type)
  if (declared === undefined || !declared.isAbstract) return type
  if (inference !== undefined) {
    const named = new Map(
      [...declared.possible].flatMap(([name, classes]) => classes.map((one) => [one, name])),
    )
    return specificType(inference.stated, inference, node, named, type) ?? type
  }
  const names = [...declared.possible].flatMap(([name, classes]) =>
    isOfAny(graph, node, classes) ? [name] : [],
  )
  return names.sort()[0] ?? type
}

function firstTypeName(graph: Graph, facts: OperationFacts, node: Term): string {
  const names = graph
    .values(node, rdfType)
    .flatMap((type) => (type.kind === 'iri' ? [nameOfIri(type.value, facts.vocabulary)] : []))
  return names.sort()[0] ?? 'Resource'
}

/** Whether a node is stated to be of one of some classes. */
function isOfAny(graph: Graph, node: Term, classes: readonly string[]): boolean {
  const types = new Set(graph.values(node, rdfType).map(termKey))
  return classes.some((value) => types.has(termKey({ kind: 'iri', value })))
}
