import { rdf, rdfNamespace } from './term.ts'

/** Where the names of RDF Schema are. */
export const rdfsNamespace = 'http://www.w3.org/2000/01/rdf-schema#'
/** Where the names of OWL are. */
export const owlNamespace = 'http://www.w3.org/2002/07/owl#'

/** Terms of `rdf` and of RDF Schema that axioms are written in. */
export const rdfs = {
  type: rdf.type,
  first: `${rdfNamespace}first`,
  rest: `${rdfNamespace}rest`,
  nil: `${rdfNamespace}nil`,
  datatype: `${rdfsNamespace}Datatype`,
  literal: `${rdfsNamespace}Literal`,
  resource: `${rdfsNamespace}Resource`,
  subClassOf: `${rdfsNamespace}subClassOf`,
  subPropertyOf: `${rdfsNamespace}subPropertyOf`,
  domain: `${rdfsNamespace}domain`,
  range: `${rdfsNamespace}range`,
} as const

/** Terms of OWL 2 that axioms are written in. */
export const owl = {
  thing: `${owlNamespace}Thing`,
  sameAs: `${owlNamespace}sameAs`,
  equivalentClass: `${owlNamespace}equivalentClass`,
  equivalentProperty: `${owlNamespace}equivalentProperty`,
  inverseOf: `${owlNamespace}inverseOf`,
  propertyChainAxiom: `${owlNamespace}propertyChainAxiom`,
  hasKey: `${owlNamespace}hasKey`,
  intersectionOf: `${owlNamespace}intersectionOf`,
  unionOf: `${owlNamespace}unionOf`,
  disjointUnionOf: `${owlNamespace}disjointUnionOf`,
  oneOf: `${owlNamespace}oneOf`,
  complementOf: `${owlNamespace}complementOf`,
  datatypeComplementOf: `${owlNamespace}datatypeComplementOf`,
  onProperty: `${owlNamespace}onProperty`,
  onProperties: `${owlNamespace}onProperties`,
  onClass: `${owlNamespace}onClass`,
  onDataRange: `${owlNamespace}onDataRange`,
  onDatatype: `${owlNamespace}onDatatype`,
  someValuesFrom: `${owlNamespace}someValuesFrom`,
  allValuesFrom: `${owlNamespace}allValuesFrom`,
  hasValue: `${owlNamespace}hasValue`,
  hasSelf: `${owlNamespace}hasSelf`,
  cardinality: `${owlNamespace}cardinality`,
  minCardinality: `${owlNamespace}minCardinality`,
  maxCardinality: `${owlNamespace}maxCardinality`,
  qualifiedCardinality: `${owlNamespace}qualifiedCardinality`,
  minQualifiedCardinality: `${owlNamespace}minQualifiedCardinality`,
  maxQualifiedCardinality: `${owlNamespace}maxQualifiedCardinality`,
  symmetricProperty: `${owlNamespace}SymmetricProperty`,
  transitiveProperty: `${owlNamespace}TransitiveProperty`,
  reflexiveProperty: `${owlNamespace}ReflexiveProperty`,
  functionalProperty: `${owlNamespace}FunctionalProperty`,
  inverseFunctionalProperty: `${owlNamespace}InverseFunctionalProperty`,
} as const

/**
 * Predicates whose triples axioms are made of. `owl:sameAs` is none of them: it says something of nodes, in the data, and no axiom
 * depends on it.
 */
export const vocabularyPredicates: ReadonlySet<string> = new Set([
  rdfs.first,
  rdfs.rest,
  rdfs.subClassOf,
  rdfs.subPropertyOf,
  rdfs.domain,
  rdfs.range,
  owl.equivalentClass,
  owl.equivalentProperty,
  owl.inverseOf,
  owl.propertyChainAxiom,
  owl.hasKey,
  owl.intersectionOf,
  owl.unionOf,
  owl.disjointUnionOf,
  owl.oneOf,
  owl.complementOf,
  owl.datatypeComplementOf,
  owl.onProperty,
  owl.onProperties,
  owl.onClass,
  owl.onDataRange,
  owl.onDatatype,
  owl.someValuesFrom,
  owl.allValuesFrom,
  owl.hasValue,
  owl.hasSelf,
  owl.cardinality,
  owl.minCardinality,
  owl.maxCardinality,
  owl.qualifiedCardinality,
  owl.minQualifiedCardinality,
  owl.maxQualifiedCardinality,
])

/** Objects of those triples with `rdf:type` that axioms are made of. */
export const vocabularyTypes: ReadonlySet<string> = new Set([
  rdfs.datatype,
  owl.symmetricProperty,
  owl.transitiveProperty,
  owl.reflexiveProperty,
  owl.functionalProperty,
  owl.inverseFunctionalProperty,
])

/**
 * Predicates by which a blank node is a class expression. Axioms are also made of the triples that say of a node that it is of such a
 * class, `?x rdf:type ?expression`.
 */
export const classExpressionPredicates: ReadonlySet<string> = new Set([
  owl.intersectionOf,
  owl.unionOf,
  owl.disjointUnionOf,
  owl.oneOf,
  owl.complementOf,
  owl.onProperty,
  owl.onProperties,
])
