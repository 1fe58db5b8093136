import fc from 'fast-check'
import { blank, type Quad, type Term } from '../src/rdf/term.ts'
import type { GraphAccess, GraphSet } from '../src/sparql/graph-access.ts'
import { anyGroup, quadsOf } from './generate-sparql.ts'

/** Random changes by those who may read some graphs and change fewer, over the names of random queries. */

/** A triple of SPARQL, and the graph that it is in: the default one without a name. */
export interface GeneratedQuad {
  readonly subject: string
  readonly predicate: string
  readonly object: string
  readonly graph: string | undefined
}

/** An operation of SPARQL Update in parts. */
export type GeneratedOperation =
  | { readonly kind: 'data'; readonly verb: 'INSERT' | 'DELETE'; readonly quads: readonly GeneratedQuad[] }
  | { readonly kind: 'deleteWhere'; readonly quads: readonly GeneratedQuad[] }
  | {
      readonly kind: 'modify'
      readonly with: string | undefined
      /** `USING :g1`, `USING NAMED :g2` … */
      readonly using: readonly string[]
      readonly deleted: readonly GeneratedQuad[]
      readonly inserted: readonly GeneratedQuad[]
      readonly where: string
    }
  | { readonly kind: 'clear'; readonly verb: 'CLEAR' | 'DROP'; readonly target: string }
  | {
      readonly kind: 'transfer'
      readonly verb: 'ADD' | 'COPY' | 'MOVE'
      readonly from: string
      readonly to: string
    }
  | { readonly kind: 'create'; readonly graph: string }

/** A step of a change. */
export type GeneratedStep =
  | { readonly kind: 'update'; readonly operations: readonly GeneratedOperation[] }
  | { readonly kind: 'add' | 'remove'; readonly quads: readonly Quad[] }
  | Extract<GeneratedOperation, { readonly kind: 'clear' }>

const variable = fc.constantFrom('?x', '?y', '?z', '?e')
const node = fc.constantFrom(':a', ':b', ':c', ':d')
const property = fc.constantFrom(':p', ':q', ':r')
const value = fc.oneof(node, fc.constantFrom('1', '2', '10', '"s"@en'))
const graph = fc.constantFrom(':g1', ':g2', ':g3')

function quads(
  subject: fc.Arbitrary<string>,
  predicate: fc.Arbitrary<string>,
  object: fc.Arbitrary<string>,
  name: fc.Arbitrary<string>,
  least = 1,
): fc.Arbitrary<readonly GeneratedQuad[]> {
  const place = fc.option(name, { nil: undefined })
  return fc.array(fc.record({ subject, predicate, object, graph: place }), { minLength: least, maxLength: 3 })
}

const anyGraph = fc.oneof(graph, fc.constant('?g'))
const inserted = quads(
  fc.oneof(variable, node, fc.constant('_:n')),
  fc.oneof(property, variable),
  fc.oneof(variable, value, fc.constantFrom('_:n', '[]')),
  anyGraph,
  0,
)
const deleted = quads(
  fc.oneof(variable, node),
  fc.oneof(property, variable),
  fc.oneof(variable, value),
  anyGraph,
  0,
)

/** Whatever there is, wherever it is. */
const wholeGroup = '{ ?x ?y ?z } UNION { GRAPH ?g { ?x ?y ?z } }'

/** Most patterns bind `?g` to the names of graphs that there are, or to those that there may not be. */
const where = fc.oneof(
  anyGroup,
  fc.constant(wholeGroup),
  anyGroup.map((group) => `GRAPH ?g { ?x ?y ?z } ${group.includes('?g') ? '' : group}`),
  fc.tuple(graph, node).map(([name, one]) => `VALUES (?g ?x ?y ?z) { (${name} ${one} :p "new") }`),
)
const using = fc.uniqueArray(
  fc.tuple(fc.constantFrom('USING', 'USING NAMED'), graph).map((parts) => parts.join(' ')),
  { maxLength: 2 },
)
const modify = fc
  .record({
    kind: fc.constant('modify' as const),
    with: fc.option(graph, { nil: undefined, freq: 2 }),
    using: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: using }),
    deleted,
    inserted,
    where,
  })
  .filter((one) => one.deleted.length + one.inserted.length > 0)

const target = fc.oneof(graph, fc.constantFrom('DEFAULT', 'NAMED', 'ALL'))
const transferred = fc.oneof(graph, fc.constant('DEFAULT'))

const operation: fc.Arbitrary<GeneratedOperation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('data' as const),
      verb: fc.constant('INSERT' as const),
      quads: quads(fc.oneof(node, fc.constant('_:n')), property, fc.oneof(value, fc.constant('_:n')), graph),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('data' as const),
      verb: fc.constant('DELETE' as const),
      quads: quads(node, property, value, graph),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('deleteWhere' as const),
      quads: quads(
        fc.oneof(variable, node),
        fc.oneof(property, fc.constant('?w')),
        fc.oneof(variable, value),
        anyGraph,
      ),
    }),
  },
  { weight: 6, arbitrary: modify },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clear' as const),
      verb: fc.constantFrom('CLEAR' as const, 'DROP' as const),
      target,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      verb: fc.constantFrom('ADD' as const, 'COPY' as const, 'MOVE' as const),
      from: transferred,
      to: transferred,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), graph }) },
)

const step: fc.Arbitrary<GeneratedStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      operations: fc.array(operation, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('add' as const, 'remove' as const),
      quads: fc.array(quadsOf(false), { minLength: 1, maxLength: 1 }).map((list) => list.flat().slice(0, 3)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clear' as const),
      verb: fc.constant('CLEAR' as const),
      target,
    }),
  },
)

/** One or two steps. */
const anySteps: fc.Arbitrary<readonly GeneratedStep[]> = fc.array(step, { minLength: 1, maxLength: 2 })

const names = ['g1', 'g2', 'g3'].map((name) => `http://e.org/${name}`)

/** Graphs that may be read, and among them those that may be changed; most of them, so that much is not refused. */
const anyAccess: fc.Arbitrary<GraphAccess> = fc
  .record({
    default: fc.constantFrom('none', 'read', 'write', 'write', 'write'),
    named: fc.tuple(...names.map(() => fc.constantFrom('none', 'none', 'read', 'write', 'write', 'write'))),
    reads: fc.constantFrom('listed', 'listed', 'all'),
  })
  .map(({ default: own, named, reads }) => {
    const listed = (levels: readonly string[]): GraphSet => ({
      default: levels.includes(own),
      named: names.filter((_, index) => levels.includes(named[index] ?? 'none')),
    })
    const readable = listed(['read', 'write'])
    return {
      readable: reads === 'all' ? { default: readable.default, named: 'all' as const } : readable,
      writable: listed(['write']),
    }
  })

/** A change, and what who makes it may read and change. */
export interface RestrictedChange {
  readonly steps: readonly GeneratedStep[]
  readonly access: GraphAccess
}

/** Changes of which most are of what may be changed, so that they are not refused. */
export const anyChange: fc.Arbitrary<RestrictedChange> = fc
  .record({ steps: anySteps, access: anyAccess, isFree: fc.nat(3), copied: fc.boolean() })
  .map(({ steps, access, isFree, copied }) => {
    const all = copied ? [...steps, copyOfAll] : steps
    return { access, steps: isFree === 0 ? all : all.map((one) => steered(one, access)) }
  })

/** Copies what is seen to where it can be looked at. */
const copyOfAll: GeneratedStep = {
  kind: 'update',
  operations: [
    {
      kind: 'modify',
      with: undefined,
      using: [],
      deleted: [],
      inserted: [{ subject: '?x', predicate: '?y', object: '?z', graph: ':g1' }],
      where: wholeGroup,
    },
  ],
}

/** A step with other graphs in the place of those that may not be changed. */
function steered(one: GeneratedStep, { writable }: GraphAccess): GeneratedStep {
  const listed = writable.named === 'all' ? names : writable.named
  const places = [
    ...(writable.default ? [undefined] : []),
    ...listed.map((name) => `:${name.split('/').at(-1)}`),
  ]
  if (places.length === 0) return one
  const place = (name: string | undefined): string | undefined =>
    name === '?g' || places.includes(name) ? name : places[(name?.length ?? 0) % places.length]
  if (one.kind === 'clear') return { ...one, target: steeredTarget(one.target, place) }
  if (one.kind !== 'update') return one
  return { ...one, operations: one.operations.map((each) => steeredOperation(each, place)) }
}

type Steering = (name: string | undefined) => string | undefined

function steeredOperation(operation: GeneratedOperation, place: Steering): GeneratedOperation {
  const inPlace = (list: readonly GeneratedQuad[]): readonly GeneratedQuad[] =>
    list.map((quad) => ({ ...quad, graph: place(quad.graph) }))
  switch (operation.kind) {
    case 'data':
    case 'deleteWhere':
      return { ...operation, quads: inPlace(operation.quads) }
    case 'modify': {
      const { with: usual, deleted: removed, inserted: added } = operation
      const own = usual === undefined ? undefined : place(usual)
      return { ...operation, with: own, deleted: inPlace(removed), inserted: inPlace(added) }
    }
    case 'transfer': {
      const from = operation.verb === 'MOVE' ? steeredTarget(operation.from, place) : operation.from
      return { ...operation, from, to: steeredTarget(operation.to, place) }
    }
    case 'clear':
      return { ...operation, target: steeredTarget(operation.target, place) }
    case 'create':
      return operation
  }
}

function steeredTarget(target: string, place: Steering): string {
  if (target === 'NAMED' || target === 'ALL') return target
  return place(target === 'DEFAULT' ? undefined : target) ?? 'DEFAULT'
}

/** Quads of which some nodes, in several graphs, have no name. */
export const anyQuads: fc.Arbitrary<readonly Quad[]> = fc
  .tuple(quadsOf(false), fc.boolean())
  .map(([list, nameless]) => (nameless ? list.map(withoutName) : list))

function withoutName(quad: Quad): Quad {
  const changed = <One extends Term>(term: One) =>
    term.kind === 'iri' && term.value.endsWith('/c') ? blank('c') : term
  return { ...quad, subject: changed(quad.subject), object: changed(quad.object) }
}

/** An operation as text; labels of blank nodes are its own by its number. */
export function operationText(operation: GeneratedOperation, number: number): string {
  return textOf(operation).replaceAll('_:n', `_:n${number}`)
}

function textOf(operation: GeneratedOperation): string {
  switch (operation.kind) {
    case 'data':
      return `${operation.verb} DATA ${quadsText(operation.quads)}`
    case 'deleteWhere':
      return `DELETE WHERE ${quadsText(operation.quads)}`
    case 'modify': {
      const { with: graphName, deleted: removed, inserted: added, using: graphs, where: group } = operation
      return [
        ...(graphName === undefined ? [] : [`WITH ${graphName}`]),
        ...(removed.length === 0 && added.length > 0 ? [] : [`DELETE ${quadsText(removed)}`]),
        ...(added.length === 0 ? [] : [`INSERT ${quadsText(added)}`]),
        ...graphs,
        `WHERE { ${group} }`,
      ].join(' ')
    }
    case 'clear':
      return `${operation.verb} SILENT ${placeText(operation.target)}`
    case 'transfer':
      return `${operation.verb} SILENT ${operation.from} TO ${operation.to}`
    case 'create':
      return `CREATE SILENT GRAPH ${operation.graph}`
  }
}

/** Quads between braces. */
export function quadsText(list: readonly GeneratedQuad[]): string {
  const parts = list.map(({ subject, predicate, object, graph: name }) => {
    const triple = `${subject} ${predicate} ${object} .`
    return name === undefined ? triple : `GRAPH ${name} { ${triple} }`
  })
  return `{ ${parts.join(' ')} }`
}

function placeText(name: string): string {
  return name.startsWith(':') ? `GRAPH ${name}` : name
}
