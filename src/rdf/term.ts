/** An IRI, absolute. */
export interface NamedNode {
  readonly kind: 'iri'
  readonly value: string
}

/** A blank node; `value` is its label without `_:`, unique within one database. */
export interface BlankNode {
  readonly kind: 'blank'
  readonly value: string
}

/** A literal: lexical form, datatype IRI, and language tag in lower case (`''` unless the datatype is `rdf:langString`). */
export interface Literal {
  readonly kind: 'literal'
  readonly value: string
  readonly datatype: string
  readonly language: string
}

/** An RDF 1.1 term: plain data that prints as JSON; two terms are the same term when their members are equal. */
export type Term = NamedNode | BlankNode | Literal

/** An RDF quad; a `graph` of `null` is the default graph. */
export interface Quad {
  readonly subject: NamedNode | BlankNode
  readonly predicate: NamedNode
  readonly object: Term
  readonly graph: NamedNode | BlankNode | null
}

/** The namespace of the datatypes of XML Schema. */
export const xsdNamespace = 'http://www.w3.org/2001/XMLSchema#'
/** The namespace of `rdf:type`. */
export const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** Datatype and vocabulary IRIs that the code names. */
export const xsd = {
  string: `${xsdNamespace}string`,
  boolean: `${xsdNamespace}boolean`,
  integer: `${xsdNamespace}integer`,
  decimal: `${xsdNamespace}decimal`,
  float: `${xsdNamespace}float`,
  double: `${xsdNamespace}double`,
  dateTime: `${xsdNamespace}dateTime`,
  date: `${xsdNamespace}date`,
  time: `${xsdNamespace}time`,
  dayTimeDuration: `${xsdNamespace}dayTimeDuration`,
} as const

/** IRIs of the RDF vocabulary that the code names. */
export const rdf = {
  type: `${rdfNamespace}type`,
  langString: `${rdfNamespace}langString`,
} as const

/** The IRI `value` as a term. */
export function iri(value: string): NamedNode {
  return { kind: 'iri', value }
}

/** The blank node labelled `value`. */
export function blank(value: string): BlankNode {
  return { kind: 'blank', value }
}

/** A literal with a datatype, `xsd:string` unless given. */
export function literal(value: string, datatype: string = xsd.string): Literal {
  return { kind: 'literal', value, datatype, language: '' }
}

/** A language-tagged string; the tag is kept in lower case, as RDF 1.1 allows, since tags compare without case. */
export function languageString(value: string, language: string): Literal {
  return { kind: 'literal', value, datatype: rdf.langString, language: language.toLowerCase() }
}

/** Whether two terms are the same term (SPARQL 1.1, 17.4.1.8 `sameTerm`). */
export function sameTerm(a: Term, b: Term): boolean {
  if (a.kind !== b.kind || a.value !== b.value) return false
  return (
    a.kind !== 'literal' || b.kind !== 'literal' || (a.datatype === b.datatype && a.language === b.language)
  )
}
