import { rdfNamespace, type Term, xsdNamespace } from '../../rdf/term.ts'
import { owl, owlNamespace, rdfs } from '../../rdf/vocabulary-terms.ts'
import { readList } from './read-list.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { Node, Statements } from './statements.ts'

/** What a class expression says (OWL 2, section 8), its operands as they stand in the vocabulary. */
export type ClassDescription =
  | { readonly kind: 'class'; readonly iri: string }
  | { readonly kind: 'datatype' }
  | { readonly kind: 'intersection' | 'union'; readonly of: readonly Term[] }
  | { readonly kind: 'oneOf'; readonly members: readonly Term[] }
  | { readonly kind: 'complement' }
  | { readonly kind: 'some' | 'all'; readonly property: Term; readonly of: Term }
  | { readonly kind: 'hasValue'; readonly property: Term; readonly value: Term }
  | { readonly kind: 'self' }
  | { readonly kind: Bound; readonly property: Term; readonly count: number; readonly of: Term }

/** How a cardinality bounds the number of values. */
export type Bound = 'atLeast' | 'atMost' | 'exactly'

/**
 * What a term says as a class: an IRI names one.
 *
 * @throws RefusedAxiom where it is no class, is malformed, or says what is not supported anywhere
 */
export function describeClass(statements: Statements, term: Term): ClassDescription {
  switch (term.kind) {
    case 'literal':
      throw new RefusedAxiom('A literal stands for a class.')
    case 'iri':
      if (isDatatype(statements, term)) return { kind: 'datatype' }
      return { kind: 'class', iri: term.value }
    case 'blank':
      return describeBlank(statements, term)
  }
}

function describeBlank(statements: Statements, node: Node): ClassDescription {
  const [description, second] = [...descriptions(statements, node)]
  if (second !== undefined) throw new RefusedAxiom('A class without a name is described in two ways.')
  if (description !== undefined) return description
  if (isDatatype(statements, node)) return { kind: 'datatype' }
  throw new RefusedAxiom('A blank node stands for a class, and no description of it can be read.')
}

/** The descriptions of a node by lists and by complements: of a class with a name each is an axiom. */
export const describingPredicates = [
  owl.intersectionOf,
  owl.unionOf,
  owl.disjointUnionOf,
  owl.oneOf,
  owl.complementOf,
] as const

/** One of {@link describingPredicates}. */
export type DescribingPredicate = (typeof describingPredicates)[number]

/** What a node is said to be by a predicate and its object. */
export function describeBy(
  statements: Statements,
  predicate: DescribingPredicate,
  object: Term,
): ClassDescription {
  switch (predicate) {
    case owl.intersectionOf:
      return describeOperands(statements, 'intersection', object)
    case owl.unionOf:
    case owl.disjointUnionOf:
      return describeOperands(statements, 'union', object)
    case owl.oneOf:
      return { kind: 'oneOf', members: readList(statements, object) }
    case owl.complementOf:
      return { kind: 'complement' }
  }
}

function describeOperands(
  statements: Statements,
  kind: 'intersection' | 'union',
  list: Term,
): ClassDescription {
  const of = readList(statements, list)
  return of.every((operand) => isDatatype(statements, operand)) ? { kind: 'datatype' } : { kind, of }
}

function* descriptions(statements: Statements, node: Node): Generator<ClassDescription> {
  for (const predicate of describingPredicates) {
    for (const object of statements.objects(node, predicate)) yield describeBy(statements, predicate, object)
  }
  if (isRestriction(statements, node)) yield describeRestriction(statements, node)
}

/** Whether a node is said to restrict a property. */
export function isRestriction(statements: Statements, node: Node): boolean {
  return (
    statements.objects(node, owl.onProperty).length > 0 ||
    statements.objects(node, owl.onProperties).length > 0
  )
}

/** What a restriction says of its property. */
export const facets = [
  owl.someValuesFrom,
  owl.allValuesFrom,
  owl.hasValue,
  owl.hasSelf,
  owl.minCardinality,
  owl.maxCardinality,
  owl.cardinality,
  owl.minQualifiedCardinality,
  owl.maxQualifiedCardinality,
  owl.qualifiedCardinality,
] as const

/**
 * What a node says as a restriction.
 *
 * @throws RefusedAxiom where it is malformed or not supported
 */
export function describeRestriction(statements: Statements, node: Node): ClassDescription {
  if (statements.objects(node, owl.onProperties).length > 0)
    throw new RefusedAxiom('Restrictions of several properties together are not supported.')
  const [property, secondProperty] = statements.objects(node, owl.onProperty)
  if (property === undefined || secondProperty !== undefined)
    throw new RefusedAxiom('A restriction is on two properties.')
  const said = facets.flatMap((facet) => statements.objects(node, facet).map((object) => ({ facet, object })))
  const [first, second] = said
  if (first === undefined) throw new RefusedAxiom('A restriction says nothing of its property.')
  if (second !== undefined) throw new RefusedAxiom('A restriction says two things of its property.')
  const { facet, object } = first
  switch (facet) {
    case owl.someValuesFrom:
      return { kind: 'some', property, of: object }
    case owl.allValuesFrom:
      return { kind: 'all', property, of: object }
    case owl.hasValue:
      return { kind: 'hasValue', property, value: object }
    case owl.hasSelf:
      return { kind: 'self' }
    case owl.minCardinality:
      return { kind: 'atLeast', property, count: readCount(object), of: anything }
    case owl.maxCardinality:
      return { kind: 'atMost', property, count: readCount(object), of: anything }
    case owl.cardinality:
      return { kind: 'exactly', property, count: readCount(object), of: anything }
    case owl.minQualifiedCardinality:
      return { kind: 'atLeast', property, count: readCount(object), of: qualifier(statements, node) }
    case owl.maxQualifiedCardinality:
      return { kind: 'atMost', property, count: readCount(object), of: qualifier(statements, node) }
    case owl.qualifiedCardinality:
      return { kind: 'exactly', property, count: readCount(object), of: qualifier(statements, node) }
  }
}

const anything: Term = { kind: 'iri', value: owl.thing }

function readCount(term: Term): number {
  if (term.kind === 'literal' && /^\s*\+?\d+\s*$/.test(term.value)) return Number(term.value)
  throw new RefusedAxiom('Its cardinality is not a number of values.')
}

function qualifier(statements: Statements, node: Node): Term {
  const [of, second] = [owl.onClass, owl.onDataRange].flatMap((predicate) =>
    statements.objects(node, predicate),
  )
  if (of === undefined) throw new RefusedAxiom('A qualified cardinality does not say of which class.')
  if (second !== undefined) throw new RefusedAxiom('A qualified cardinality is of two classes.')
  return of
}

/** Datatypes of the languages themselves, beside those of XML Schema. */
const datatypes: ReadonlySet<string> = new Set([
  rdfs.literal,
  ...['langString', 'PlainLiteral', 'XMLLiteral', 'HTML', 'JSON'].map((name) => rdfNamespace + name),
  ...['real', 'rational'].map((name) => owlNamespace + name),
])

/** Whether a term denotes a datatype: values of literals, of which nothing else is said. */
export function isDatatype(statements: Statements, term: Term): boolean {
  if (term.kind === 'literal') return false
  if (term.kind === 'iri' && (term.value.startsWith(xsdNamespace) || datatypes.has(term.value))) return true
  return (
    statements.isA(term, rdfs.datatype) ||
    statements.objects(term, owl.onDatatype).length > 0 ||
    statements.objects(term, owl.datatypeComplementOf).length > 0
  )
}
