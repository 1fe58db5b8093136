export { owl, rdfs, vocabularyPredicates, vocabularyTypes } from '../rdf/vocabulary-terms.ts'
