import type { ClassFacts, DataFacts, PropertyFacts } from '../src/engine/schemas/data-facts.ts'
import { type Quad, rdf, type Term } from '../src/rdf/term.ts'
import { termText } from '../src/rdf/term-text.ts'

/** What data say of their classes, counted triple by triple; with `graphs`, those of these graphs only (`null`: the default one). */
export function naiveFacts(quads: readonly Quad[], graphs?: readonly (string | null)[]): DataFacts {
  const triples = new Map<string, Quad>()
  for (const quad of quads) {
    if (graphs !== undefined && !graphs.includes(quad.graph?.value ?? null)) continue
    triples.set([quad.subject, quad.predicate, quad.object].map(termText).join(' '), quad)
  }
  const classesOf = new Map<string, Set<string>>()
  const nodes = new Set<string>()
  for (const { subject, predicate, object } of triples.values()) {
    nodes.add(termText(subject))
    if (predicate.value !== rdf.type || object.kind !== 'iri') continue
    entry(classesOf, termText(subject), () => new Set<string>()).add(object.value)
  }
  const values = new Map<string, Map<string, Map<string, Term[]>>>()
  const instances = new Map<string, number>()
  for (const classes of classesOf.values())
    for (const iri of classes) instances.set(iri, (instances.get(iri) ?? 0) + 1)
  for (const { subject, predicate, object } of triples.values()) {
    if (predicate.value === rdf.type) continue
    for (const iri of classesOf.get(termText(subject)) ?? []) {
      const properties = entry(values, iri, () => new Map<string, Map<string, Term[]>>())
      const ofNodes = entry(properties, predicate.value, () => new Map<string, Term[]>())
      entry(ofNodes, termText(subject), () => [] as Term[]).push(object)
    }
  }
  const classes = new Map<string, ClassFacts>()
  for (const [iri, count] of instances) {
    const properties = new Map<string, PropertyFacts>()
    for (const [property, ofNodes] of values.get(iri) ?? [])
      properties.set(property, propertyFacts([...ofNodes.values()], classesOf))
    classes.set(iri, { nodes: count, properties })
  }
  return { classes, classless: [...nodes].filter((node) => !classesOf.has(node)).length }
}

function propertyFacts(
  byNode: readonly (readonly Term[])[],
  classesOf: ReadonlyMap<string, ReadonlySet<string>>,
): PropertyFacts {
  const datatypes = new Map<string, number>()
  const classes = new Map<string, number>()
  let classless = 0
  let large = 0
  for (const value of byNode.flat()) {
    if (value.kind === 'literal') {
      datatypes.set(value.datatype, (datatypes.get(value.datatype) ?? 0) + 1)
      const isNumber = /#(integer|decimal|double|float|int)$/.test(value.datatype)
      const number = isNumber ? Number(value.value.replace('INF', 'Infinity')) : 0
      if (number > 2_147_483_647 || number < -2_147_483_648) large += 1
      continue
    }
    const own = classesOf.get(termText(value))
    if (own === undefined) classless += 1
    for (const iri of own ?? []) classes.set(iri, (classes.get(iri) ?? 0) + 1)
  }
  return { nodes: byNode.length, values: byNode.flat().length, datatypes, classes, classless, large }
}

/** Facts in an order of their own, to be compared. */
export function sorted({ classes, classless }: DataFacts): unknown {
  const ordered = <Value>(map: ReadonlyMap<string, Value>): (readonly [string, Value])[] =>
    [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    classless,
    classes: ordered(classes).map(([iri, { nodes, properties }]) => ({
      iri,
      nodes,
      properties: ordered(properties).map(([property, facts]) => ({
        ...facts,
        property,
        datatypes: ordered(facts.datatypes),
        classes: ordered(facts.classes),
      })),
    })),
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
