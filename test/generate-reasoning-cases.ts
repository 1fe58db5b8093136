import fc from 'fast-check'
import { blank, iri, literal, type Quad, xsd } from '../src/rdf/term.ts'
import { owl, rdfs } from '../src/rdf/vocabulary-terms.ts'
import { base, example } from './generate-graphs.ts'
import { type OntologyNames, ontologies } from './generate-ontologies.ts'
import { questions } from './generate-reasoning-queries.ts'
import { type SchemaCase, schemaCases } from './generate-schema-cases.ts'
import { anyAsk, anyConstruct, anySelect } from './generate-sparql.ts'
import { type Case, cases } from './generators.ts'
import type { OntologyAxiom } from './ontology-triples.ts'

/** An ontology, some data, and questions about them. */
export interface ReasoningCase {
  readonly axioms: readonly OntologyAxiom[]
  readonly data: readonly Quad[]
  readonly sameAs: boolean
  /** Whether the axioms stand among the data, and can be asked for. */
  readonly isVocabularyInData: boolean
  /** Whether the query is asked of the default graph by itself and of all named ones, else of all graphs. */
  readonly isOfDefaultGraph: boolean
  /** SPARQL queries. */
  readonly texts: readonly string[]
}

const ex = (name: string) => iri(`http://e.org/${name}`)
const graphs = [null, null, ex('g1'), ex('g2')]

/** Names of the texts of SPARQL queries. */
export const sparqlNames: OntologyNames = {
  classes: ['A', 'B', 'C'].map(ex),
  properties: ['p', 'q', 'r'].map(ex),
  individuals: ['a', 'b', 'c'].map(ex),
  literals: [literal('1', xsd.integer), literal('2', xsd.integer)],
  graphs: [null, null, null, ex('g1'), ex('g3')],
}

/** Small data over the names of ontologies. */
export function dataOf(names: OntologyNames, sameAs: boolean): fc.Arbitrary<readonly Quad[]> {
  const { classes, properties, individuals, literals } = names
  const individual = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...individuals) },
    { weight: 1, arbitrary: fc.constant(blank('n')) },
  )
  const graph = fc.constantFrom(...graphs)
  const type = fc.constant(iri(rdfs.type))
  const property = fc.constantFrom(...properties)
  const member = fc.record({
    subject: individual,
    predicate: type,
    object: fc.constantFrom(...classes, ...classes, ...classes, iri(owl.thing)),
    graph,
  })
  const link = fc.record({ subject: individual, predicate: property, object: individual, graph })
  const value = fc.record({
    subject: individual,
    predicate: property,
    object: fc.constantFrom(...literals, ...classes),
    graph,
  })
  const same = fc.record({
    subject: individual,
    predicate: fc.constant(iri(owl.sameAs)),
    object: fc.oneof(
      { weight: 12, arbitrary: individual },
      { weight: 1, arbitrary: fc.constantFrom(...literals) },
    ),
    graph,
  })
  const odd = fc.record({
    subject: fc.constantFrom(...classes, ...individuals),
    predicate: fc.oneof(property, type),
    object: fc.constantFrom(...individuals, ...classes),
    graph,
  })
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: member },
      { weight: 7, arbitrary: link },
      { weight: 2, arbitrary: value },
      { weight: sameAs ? 3 : 1, arbitrary: same },
      { weight: 1, arbitrary: odd },
    ),
    { minLength: 5, maxLength: 18, size: 'max' },
  )
}

/** Names in the place of others, so that queries of the whole language ask for classes and for the vocabulary too. */
const replacements: readonly (readonly (readonly [RegExp, string])[])[] = [
  [],
  [
    [/:r\b/g, 'rdf:type'],
    [/:c\b/g, ':A'],
    [/:d\b/g, ':B'],
  ],
  [
    [/:q\b/g, 'rdf:type'],
    [/:d\b/g, ':C'],
  ],
  [
    [/:r\b/g, 'rdf:type'],
    [/:q\b/g, 'rdfs:subClassOf'],
    [/:c\b/g, ':A'],
    [/:d\b/g, ':B'],
  ],
  [[/:r\b/g, 'owl:sameAs']],
]

const wholeLanguage = fc
  .tuple(fc.oneof(anySelect, anyAsk, anyConstruct), fc.constantFrom(...replacements))
  .map(([{ text }, pairs]) => pairs.reduce((found, [from, to]) => found.replace(from, to), text))

const prologue = `PREFIX : <http://e.org/>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
`

/** Ontologies and data, with SPARQL queries of them. */
export const sparqlCases: fc.Arbitrary<ReasoningCase> = fc.boolean().chain((sameAs) =>
  fc.record({
    axioms: ontologies(sparqlNames),
    data: dataOf(sparqlNames, sameAs),
    sameAs: fc.constant(sameAs),
    isVocabularyInData: fc.integer({ min: 0, max: 3 }).map((number) => number < 3),
    isOfDefaultGraph: fc.integer({ min: 0, max: 4 }).map((number) => number === 4),
    texts: fc.array(
      fc
        .oneof({ weight: 4, arbitrary: questions }, { weight: 1, arbitrary: wholeLanguage })
        .map((text) => prologue + text),
      { minLength: 3, maxLength: 3 },
    ),
  }),
)

/** Names of the documents of GraphQL queries. */
const documentNames: OntologyNames = {
  classes: [iri(`${base}A`), iri(`${base}B`), iri(`${example}C`)],
  properties: [
    ...['link', 'any', 'number', 'text', 'mix'].map((name) => iri(base + name)),
    iri(`${example}link`),
  ],
  individuals: ['a', 'b', 'c'].map((name) => iri(base + name)),
  literals: [literal('5', xsd.integer), literal('x')],
  graphs: [null, null, iri(`${base}G`)],
}

/** An ontology, a small graph, and a document that asks of it. */
export interface ReasoningDocumentCase extends Case {
  readonly axioms: readonly OntologyAxiom[]
  readonly sameAs: boolean
  /** Whether the query is planned by the counts of the data. */
  readonly isCounted: boolean
}

/** Ontologies and data, with GraphQL documents over their names. */
export const documentCases: fc.Arbitrary<ReasoningDocumentCase> = withOntologies(cases(true))

/** Ontologies and data, with documents by a schema, or not as it allows. */
export const schemaDocumentCases: fc.Arbitrary<ReasoningDocumentCase & SchemaCase> = withOntologies(
  schemaCases(false),
)

function withOntologies<One extends Case>(
  some: fc.Arbitrary<One>,
): fc.Arbitrary<One & ReasoningDocumentCase> {
  return fc.boolean().chain((sameAs) => {
    const individual = fc.constantFrom(...documentNames.individuals)
    const same = fc.record({
      subject: individual,
      predicate: fc.constant(iri(owl.sameAs)),
      object: individual,
      graph: fc.constant(null),
    })
    return fc
      .record({
        axioms: ontologies(documentNames),
        sameAs: fc.constant(sameAs),
        isCounted: fc.constantFrom(true, true, true, false),
        one: some,
        same: fc.array(same, { maxLength: 2 }),
      })
      .map(({ one, same, ...rest }) => ({ ...one, ...rest, quads: [...one.quads, ...same] }))
  })
}
