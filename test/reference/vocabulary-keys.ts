import type { Facts } from './facts.ts'

const rdfNamespace = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const rdfsNamespace = '<http://www.w3.org/2000/01/rdf-schema#'
const owlNamespace = '<http://www.w3.org/2002/07/owl#'

/** Keys of terms that axioms are written with. */
export const rdfType = `${rdfNamespace}type`
/** Those of RDF Schema. */
export const rdfs = {
  subClassOf: `${rdfsNamespace}subClassOf`,
  subPropertyOf: `${rdfsNamespace}subPropertyOf`,
  domain: `${rdfsNamespace}domain`,
  range: `${rdfsNamespace}range`,
} as const
/** Those of OWL 2. */
export const owl = {
  Thing: `${owlNamespace}Thing`,
  SymmetricProperty: `${owlNamespace}SymmetricProperty`,
  TransitiveProperty: `${owlNamespace}TransitiveProperty`,
  equivalentClass: `${owlNamespace}equivalentClass`,
  equivalentProperty: `${owlNamespace}equivalentProperty`,
  inverseOf: `${owlNamespace}inverseOf`,
  propertyChainAxiom: `${owlNamespace}propertyChainAxiom`,
  intersectionOf: `${owlNamespace}intersectionOf`,
  unionOf: `${owlNamespace}unionOf`,
  disjointUnionOf: `${owlNamespace}disjointUnionOf`,
  oneOf: `${owlNamespace}oneOf`,
  onProperty: `${owlNamespace}onProperty`,
  hasValue: `${owlNamespace}hasValue`,
  someValuesFrom: `${owlNamespace}someValuesFrom`,
  allValuesFrom: `${owlNamespace}allValuesFrom`,
  minCardinality: `${owlNamespace}minCardinality`,
  minQualifiedCardinality: `${owlNamespace}minQualifiedCardinality`,
  onClass: `${owlNamespace}onClass`,
} as const

/** The members of an RDF list. */
export function listMembers(vocabulary: Facts, list: string): readonly string[] {
  const [first] = vocabulary.objects(list, `${rdfNamespace}first`)
  const [rest] = vocabulary.objects(list, `${rdfNamespace}rest`)
  return first === undefined || rest === undefined ? [] : [first, ...listMembers(vocabulary, rest)]
}
