import { iri, type NamedNode, type Quad } from '../../src/rdf/term.ts'
import { closeTriples } from './close-naively.ts'
import { defaultGraphName, type Graph, graphOf } from './graph.ts'
import { type Inclusion, namedInclusions } from './named-inclusions.ts'
import type { ReferenceSchema } from './schema.ts'

const rdfsSubClassOf = 'http://www.w3.org/2000/01/rdf-schema#subClassOf'

/** How the vocabulary in the data is taken. */
export interface ReferenceReasoning {
  readonly sameAs: boolean
  /** In place of the axioms among the data. */
  readonly vocabulary?: readonly Quad[]
}

/** Graphs with all that follows of them, in which terms keep the order of their first appearance, and which classes are below others. */
export interface InferredGraph {
  readonly graph: Graph
  /** Classes with a name that are below one by what is stated of names alone, itself among them. */
  readonly below: (iri: string) => ReadonlySet<string>
}

const known = new WeakMap<readonly Quad[], Map<string, InferredGraph>>()

/** Closes the graphs of these IRIs, or all, by the axioms of all graphs and the interfaces of a schema: once for each. */
export function inferredGraph(
  quads: readonly Quad[],
  graphs: readonly string[] | undefined,
  reasoning: ReferenceReasoning,
  schema: ReferenceSchema | undefined,
): InferredGraph {
  const closed = known.get(quads) ?? new Map<string, InferredGraph>()
  known.set(quads, closed)
  const interfaces = interfaceQuads(schema)
  const key = JSON.stringify([graphs, reasoning, interfaces])
  const inferred = closed.get(key) ?? inferGraph(quads, graphs, reasoning, interfaces)
  closed.set(key, inferred)
  return inferred
}

function inferGraph(
  quads: readonly Quad[],
  graphs: readonly string[] | undefined,
  { sameAs, vocabulary: supported = quads }: ReferenceReasoning,
  interfaces: readonly Quad[],
): InferredGraph {
  const vocabulary = [...supported, ...interfaces]
  const asked = quads.filter(
    ({ graph }) => graphs === undefined || graphs.includes(graph?.value ?? defaultGraphName),
  )
  const [first] = graphs ?? []
  const graph = first === undefined || first === defaultGraphName ? null : iri(first)
  const closed = closeTriples(asked, { vocabulary, sameAs }).map((triple) => ({ ...triple, graph }))
  const inclusions = namedInclusions(vocabulary)
  return { graph: graphOf([...quads, ...closed], graphs), below: (name) => belowOf(inclusions, name) }
}

/** Of each type of a schema, that its classes are below those of its interfaces. */
function interfaceQuads(schema: ReferenceSchema | undefined): readonly Quad[] {
  if (schema === undefined) return []
  const names = Object.keys(schema.graphql.getTypeMap())
  return names.flatMap((name) => {
    const type = schema.type(name)
    if (type === undefined) return []
    const above = [...type.supertypes].flatMap((one) => schema.type(one) ?? [])
    return above
      .filter((one) => one.isAbstract && one.fields.size > 0 && one !== type)
      .flatMap((one) =>
        type.classes.flatMap((sub) => one.classes.map((other) => isWithin(iri(sub), iri(other)))),
      )
  })
}

function isWithin(subject: NamedNode, object: NamedNode): Quad {
  return { subject, predicate: iri(rdfsSubClassOf), object, graph: null }
}

function belowOf(inclusions: readonly Inclusion[], name: string): ReadonlySet<string> {
  const found = new Set([name])
  for (const one of found) for (const [sub, above] of inclusions) if (above === one) found.add(sub)
  return found
}
