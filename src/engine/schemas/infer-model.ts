import { mergeScalars, scalarOfDatatype } from '../../graphql/generate/datatypes.ts'
import type {
  ClassModel,
  ModelScalar,
  PropertyModel,
  RangeModel,
  SchemaModel,
} from '../../graphql/generate/schema-model.ts'
import { propertyPath } from '../../graphql/schema.ts'
import { rdfNamespace, xsdNamespace } from '../../rdf/term.ts'
import type { ClassFacts, DataFacts, PropertyFacts } from './data-facts.ts'

/** Members of a union at most, those with the most values: one of more says no more than that anything may come. */
export const mostMembers = 50

/**
 * The schema that data have by what is in them. A field is single where no node has two values, and non-null where every node
 * has one. Descriptions hold the counts, so that whoever edits the schema sees what is rare.
 */
export function inferModel({ classes, classless }: DataFacts): SchemaModel {
  const lone = `${counted(classless, 'node')} ${classless === 1 ? 'has' : 'have'} no class: no top-level field lists`
  const notes = [
    'Made of the data as they were: the counts are those of that moment.',
    ...(classless > 0 ? [`${lone} ${classless === 1 ? 'it' : 'them'}.`] : []),
  ]
  return {
    notes,
    classes: [...classes].map(([iri, facts]) => classModel(iri, facts, classes)),
    enums: [],
  }
}

function classModel(iri: string, facts: ClassFacts, classes: DataFacts['classes']): ClassModel {
  return {
    iri,
    description: `${counted(facts.nodes, 'node')}.`,
    superclasses: [],
    properties: [...facts.properties].map(([property, of]) =>
      propertyModel(property, of, facts.nodes, classes),
    ),
  }
}

function propertyModel(
  iri: string,
  facts: PropertyFacts,
  nodes: number,
  classes: DataFacts['classes'],
): PropertyModel {
  return {
    path: propertyPath(iri),
    description: describe(facts, nodes),
    range: rangeOf(facts, classes),
    isList: facts.values > facts.nodes,
    isRequired: facts.nodes >= nodes,
  }
}

/** Literals and nodes are shown by one field as text, since an object type would leave the literals out. */
function rangeOf(facts: PropertyFacts, classes: DataFacts['classes']): RangeModel {
  if (facts.datatypes.size > 0) return { kind: 'scalar', scalar: scalarOf(facts) }
  const whole = wholeRange(facts, classes)
  if (whole !== undefined) return { kind: 'class', iri: whole }
  const [only, ...others] = facts.classes.keys()
  if (only === undefined) return { kind: 'scalar', scalar: 'ID' }
  if (others.length === 0) return { kind: 'class', iri: only }
  return { kind: 'union', classes: mostFrequent(facts.classes).slice(0, mostMembers) }
}

function scalarOf({ datatypes, values, large }: PropertyFacts): ModelScalar {
  const literals = sum(datatypes)
  const scalar = [...datatypes.keys()]
    .map((datatype) => scalarOfDatatype(datatype) ?? 'String')
    .reduce(mergeScalars)
  if (literals < values) return 'String'
  return scalar === 'Int' && large > 0 ? 'Long' : scalar
}

/** The class that every value is of; of several the one with the fewest nodes, which says the most. */
function wholeRange(
  { classes: ranges, values }: PropertyFacts,
  classes: DataFacts['classes'],
): string | undefined {
  const size = (iri: string): number => classes.get(iri)?.nodes ?? 0
  const whole = [...ranges].filter(([, count]) => count >= values).map(([iri]) => iri)
  return whole.toSorted((a, b) => size(a) - size(b) || compare(a, b))[0]
}

/** How many nodes have a property, and of what kinds its values are, where they are of several. */
function describe({ nodes, values, datatypes, classes, classless }: PropertyFacts, all: number): string {
  const ofClass = values - sum(datatypes) - classless
  const literals = [...datatypes].toSorted(([a, first], [b, second]) => second - first || compare(a, b))
  const kinds = [
    ...literals.map(([iri, count]) => `${shown(count)} ${shortDatatype(iri)}`),
    ...(ofClass > 0 ? [counted(ofClass, 'node')] : []),
    ...(classless > 0 ? [`${counted(classless, 'node')} without a class`] : []),
  ]
  const coverage = nodes >= all ? 'All have it' : `${shown(nodes)} of ${shown(all)} have it`
  const several = values > nodes ? `, with ${shown(values)} values together` : ''
  const listed = classes.size > mostMembers ? ` They are of ${shown(classes.size)} classes.` : ''
  return `${coverage}${several}.${kinds.length > 1 ? ` Values: ${kinds.join(', ')}.` : ''}${listed}`
}

function shortDatatype(iri: string): string {
  if (iri.startsWith(xsdNamespace)) return `xsd:${iri.slice(xsdNamespace.length)}`
  return iri.startsWith(rdfNamespace) ? `rdf:${iri.slice(rdfNamespace.length)}` : `<${iri}>`
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts]
    .toSorted(([a, first], [b, second]) => second - first || compare(a, b))
    .map(([iri]) => iri)
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${shown(count)} ${noun}s`
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
