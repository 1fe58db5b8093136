import { ServiceError } from '../../../errors.ts'
import type { Quad } from '../../../rdf/term.ts'
import { propertyPath } from '../../schema.ts'
import { createClassExpressions } from '../class-expressions.ts'
import { type ClassHierarchy, classHierarchy } from '../class-hierarchy.ts'
import { commentOf, deprecationOf, describe, labelOf } from '../describe.ts'
import type { GenerateOptions } from '../generate-options.ts'
import { localName } from '../local-name.ts'
import type { ClassModel, PropertyModel, SchemaModel } from '../schema-model.ts'
import { readStatements, type Statements } from '../statements.ts'
import { rdfs } from '../vocabulary.ts'
import { readClasses } from './ontology-classes.ts'
import { readDatatypes } from './ontology-datatypes.ts'
import { type PropertyFacts, readProperties, readStatedProperties } from './ontology-properties.ts'
import { isTopClass, type OntologyReading, rangeOfExpressions } from './ontology-ranges.ts'
import { type Restriction, readRestrictions } from './ontology-restrictions.ts'

/**
 * What an ontology in RDF Schema and OWL says of its classes and their properties, by stated triples alone.
 *
 * A property stands on its domain: on each where there are several, as most ontologies mean it though RDF Schema says that they all
 * hold; on every class where the domain is `owl:Thing` or `rdfs:Resource`; where nothing gives it one, on the classes that have
 * restrictions on it, else nowhere. It is single where it is functional, or where a restriction of the class says so.
 *
 * Without reasoning a class has no superclasses, and a property stands only where its own domain or a restriction says.
 *
 * @throws ServiceError `limitExceeded` where there are too many properties on too many classes
 */
export function ontologyModel(
  quads: Iterable<Quad>,
  { reasoning = true }: GenerateOptions = {},
): SchemaModel {
  const statements = readStatements(quads)
  const expressions = createClassExpressions(statements)
  const datatypes = readDatatypes(statements)
  const classes = readClasses(statements, expressions, datatypes)
  const reading = { expressions, datatypes, classes }
  const bare = [...classes.iris]
    .sort()
    .map((iri) => describeClass(statements, iri, reasoning ? classes.superclasses(iri) : []))
  const hierarchy = classHierarchy(bare)
  const properties = reasoning ? readProperties(statements) : readStatedProperties(statements)
  const restrictions = new Map(
    bare.map(({ iri }) => [iri, readRestrictions(statements, classes, iri)] as const),
  )
  const placed = placeProperties(properties, restrictions, reading, reasoning ? hierarchy : undefined)
  const facts = { statements, reading, hierarchy }
  return {
    classes: bare.map((one) => ({
      ...one,
      properties: [...(placed.get(one.iri) ?? [])].sort().flatMap((iri) => {
        const property = properties.get(iri)
        return property === undefined
          ? []
          : [propertyModel(iri, property, restrictions.get(one.iri)?.get(iri), facts)]
      }),
    })),
    enums: [],
  }
}

const mostPlaces = 200_000

/**
 * The IRIs of the properties of each class.
 *
 * @param hierarchy along which classes inherit them; absent: they do not
 */
function placeProperties(
  properties: ReadonlyMap<string, PropertyFacts>,
  restrictions: ReadonlyMap<string, ReadonlyMap<string, Restriction>>,
  { expressions, classes }: OntologyReading,
  hierarchy: ClassHierarchy | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const placed = new Map<string, Set<string>>()
  let places = 0
  const place = (iri: string, property: string): void => {
    const known = placed.get(iri)
    if (known === undefined) placed.set(iri, new Set([property]))
    else known.add(property)
    places += 1
    if (places > mostPlaces) throw tooManyPlaces()
  }
  // What stands everywhere stands on the uppermost classes: the others inherit it.
  const uppermost = (hierarchy?.groups ?? [])
    .filter(({ parents }) => parents.length === 0)
    .flatMap((group) => group.classes.slice(0, 1))
  for (const [property, { domains }] of properties) {
    // The type of a node is no field (spec, "Correspondence of concepts").
    if (property === rdfs.type) continue
    const named = new Set(domains.flatMap((domain) => expressions.named(domain)))
    if ([...named].some(isTopClass)) for (const { iri } of uppermost) place(iri, property)
    for (const iri of named) if (classes.iris.has(iri)) place(iri, property)
  }
  for (const [iri, ofClass] of restrictions) {
    for (const property of ofClass.keys()) {
      if (hierarchy === undefined || properties.get(property)?.domains.length === 0) place(iri, property)
    }
  }
  return placed
}

interface OntologyFacts {
  readonly statements: Statements
  readonly reading: OntologyReading
  readonly hierarchy: ClassHierarchy
}

function propertyModel(
  iri: string,
  property: PropertyFacts,
  restriction: Restriction | undefined,
  { statements, reading, hierarchy }: OntologyFacts,
): PropertyModel {
  const ranges = property.ranges.length > 0 ? property.ranges : (restriction?.ranges ?? [])
  const range = rangeOfExpressions(ranges, property.values, reading)
  const description = describe(localName(iri) ?? '', labelOf(statements, iri), commentOf(statements, iri))
  const deprecation = deprecationOf(statements, iri)
  const isWithin = (one: string, other: string): boolean =>
    one === other ||
    isTopClass(other) ||
    other === rdfs.literal ||
    hierarchy.groupOf.get(one)?.ancestors.has(other) === true
  const isSingle =
    property.isFunctional ||
    restriction?.isSingle === true ||
    // One value of a class at most is one at most where all values are of it.
    restriction?.singleOf.some((qualifier) => ranges.every((one) => isWithin(one, qualifier))) === true
  return {
    path: propertyPath(iri),
    ...(description !== undefined && { description }),
    ...(deprecation !== undefined && { deprecation }),
    range,
    isList: !isSingle,
    isRequired: false,
  }
}

function describeClass(statements: Statements, iri: string, superclasses: readonly string[]): ClassModel {
  const label = labelOf(statements, iri)
  const description = commentOf(statements, iri)
  const deprecation = deprecationOf(statements, iri)
  return {
    iri,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(deprecation !== undefined && { deprecation }),
    superclasses,
    properties: [],
  }
}

function tooManyPlaces(): ServiceError {
  const message = `No schema is generated: properties stand on classes in more than ${mostPlaces.toLocaleString('en')} places.`
  return new ServiceError('limitExceeded', message)
}
