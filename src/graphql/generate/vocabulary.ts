import { rdfNamespace } from '../../rdf/term.ts'
import {
  owlNamespace,
  owl as owlOfAxioms,
  rdfsNamespace,
  rdfs as rdfsOfAxioms,
} from '../../rdf/vocabulary-terms.ts'

const shaclNamespace = 'http://www.w3.org/ns/shacl#'

/** Terms of RDF Schema and of `rdf` that ontologies are written in. */
export const rdfs = {
  ...rdfsOfAxioms,
  property: `${rdfNamespace}Property`,
  class: `${rdfsNamespace}Class`,
  label: `${rdfsNamespace}label`,
  comment: `${rdfsNamespace}comment`,
} as const

/** Terms of OWL 2 that say something of classes and properties. */
export const owl = {
  ...owlOfAxioms,
  class: `${owlNamespace}Class`,
  dataRange: `${owlNamespace}DataRange`,
  real: `${owlNamespace}real`,
  rational: `${owlNamespace}rational`,
  objectProperty: `${owlNamespace}ObjectProperty`,
  datatypeProperty: `${owlNamespace}DatatypeProperty`,
  deprecated: `${owlNamespace}deprecated`,
  deprecatedClass: `${owlNamespace}DeprecatedClass`,
  deprecatedProperty: `${owlNamespace}DeprecatedProperty`,
} as const

/** Terms of SHACL that say something of the fields of a type. */
export const sh = {
  nodeShape: `${shaclNamespace}NodeShape`,
  propertyShape: `${shaclNamespace}PropertyShape`,
  targetClass: `${shaclNamespace}targetClass`,
  targetNode: `${shaclNamespace}targetNode`,
  targetSubjectsOf: `${shaclNamespace}targetSubjectsOf`,
  targetObjectsOf: `${shaclNamespace}targetObjectsOf`,
  target: `${shaclNamespace}target`,
  property: `${shaclNamespace}property`,
  path: `${shaclNamespace}path`,
  inversePath: `${shaclNamespace}inversePath`,
  datatype: `${shaclNamespace}datatype`,
  class: `${shaclNamespace}class`,
  node: `${shaclNamespace}node`,
  nodeKind: `${shaclNamespace}nodeKind`,
  literal: `${shaclNamespace}Literal`,
  iri: `${shaclNamespace}IRI`,
  blankNode: `${shaclNamespace}BlankNode`,
  blankNodeOrIri: `${shaclNamespace}BlankNodeOrIRI`,
  blankNodeOrLiteral: `${shaclNamespace}BlankNodeOrLiteral`,
  iriOrLiteral: `${shaclNamespace}IRIOrLiteral`,
  minCount: `${shaclNamespace}minCount`,
  maxCount: `${shaclNamespace}maxCount`,
  in: `${shaclNamespace}in`,
  or: `${shaclNamespace}or`,
  xone: `${shaclNamespace}xone`,
  and: `${shaclNamespace}and`,
  hasValue: `${shaclNamespace}hasValue`,
  name: `${shaclNamespace}name`,
  description: `${shaclNamespace}description`,
  deactivated: `${shaclNamespace}deactivated`,
} as const

/** Both namespaces under which schema.org's terms are written. */
export const schemaOrgNamespaces = ['http://schema.org/', 'https://schema.org/'] as const

/** Predicates that say what a thing is called, the best first. */
export const labelPredicates: readonly string[] = [
  rdfs.label,
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title',
]

/** Predicates that say what a thing is, the best first. */
export const commentPredicates: readonly string[] = [
  rdfs.comment,
  'http://www.w3.org/2004/02/skos/core#definition',
  'http://purl.org/dc/terms/description',
  'http://purl.org/dc/elements/1.1/description',
]

const languageNamespaces = [rdfNamespace, rdfsNamespace, owlNamespace, shaclNamespace]

/** Whether an IRI is a term of the languages themselves that ontologies and shapes are written in. */
export function isLanguageTerm(iri: string): boolean {
  return languageNamespaces.some((namespace) => iri.startsWith(namespace))
}
