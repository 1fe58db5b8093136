import { isBlankKey, isLiteral, type Statements } from '../statements.ts'
import { owl } from '../vocabulary.ts'
import type { OntologyClasses } from './ontology-classes.ts'

/** What a class says of a property by restrictions (OWL 2, section 8). */
export interface Restriction {
  readonly property: string
  /** Members have one value at most. */
  readonly isSingle: boolean
  /** Members have one value at most that is of one of these expressions; others may come beside it. */
  readonly singleOf: readonly string[]
  /** Expressions of what all values are, or else of what some are. */
  readonly ranges: readonly string[]
}

/** The restrictions of a class by the IRI of the property, those of one property taken together. */
export function readRestrictions(
  statements: Statements,
  classes: OntologyClasses,
  iri: string,
): ReadonlyMap<string, Restriction> {
  const restrictions = new Map<string, Restriction>()
  for (const condition of classes.conditions(iri)) {
    for (const property of statements.nodes(condition, owl.onProperty)) {
      if (isBlankKey(property)) continue
      const one = readRestriction(statements, condition, property)
      const known = restrictions.get(property)
      restrictions.set(property, known === undefined ? one : join(known, one))
    }
  }
  return restrictions
}

function readRestriction(statements: Statements, condition: string, property: string): Restriction {
  const nodes = (predicate: string): readonly string[] => statements.nodes(condition, predicate)
  const isOne = (predicate: string): boolean =>
    statements.objects(condition, predicate).some((term) => isLiteral(term) && /^\+?0*[01]$/.test(term.value))
  const qualifiers = [...nodes(owl.onClass), ...nodes(owl.onDataRange)]
  return {
    property,
    isSingle: isOne(owl.cardinality) || isOne(owl.maxCardinality),
    singleOf: isOne(owl.qualifiedCardinality) || isOne(owl.maxQualifiedCardinality) ? qualifiers : [],
    ranges:
      [nodes(owl.allValuesFrom), qualifiers, nodes(owl.someValuesFrom)].find(({ length }) => length > 0) ??
      [],
  }
}

function join(a: Restriction, b: Restriction): Restriction {
  return {
    property: a.property,
    isSingle: a.isSingle || b.isSingle,
    singleOf: [...a.singleOf, ...b.singleOf],
    ranges: [...a.ranges, ...b.ranges],
  }
}
