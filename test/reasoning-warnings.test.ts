import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blank, type Quad, type Term } from '../src/rdf/term.ts'
import { createReasoner } from '../src/reasoning/create-reasoner.ts'
import { readAxioms } from '../src/reasoning/read/read-axioms.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { embeddedOf } from './embedded.ts'
import { ontologies } from './generate-ontologies.ts'
import { dataOf, sparqlNames } from './generate-reasoning-cases.ts'
import { ontologyQuads } from './ontology-triples.ts'
import { parseQuads } from './oxigraph.ts'
import { randomTimeout } from './random-timeout.ts'
import { closeNaively } from './reference/close-naively.ts'
import { solutionKeys } from './solution-keys.ts'
import { supportedAxioms } from './supported-axioms.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 300)

const namespaces = new Map([
  ['', 'http://e.org/'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
])
const prefixes = [...namespaces].map(([prefix, name]) => `@prefix ${prefix}: <${name}> .\n`).join('')

/** What is left out, as it is stated. */
const unsupported = [
  '[owl:complementOf :B] rdfs:subClassOf :A',
  ':A owl:equivalentClass [owl:complementOf :B]',
  ':A owl:complementOf :B',
  '[owl:onProperty :p; owl:allValuesFrom :A] rdfs:subClassOf :B',
  ':B owl:equivalentClass [owl:onProperty :p; owl:allValuesFrom :A]',
  '[owl:onProperty :p; owl:minCardinality 2] rdfs:subClassOf :B',
  '[owl:onProperty :p; owl:maxCardinality 1] rdfs:subClassOf :B',
  '[owl:onProperty :p; owl:cardinality 1] rdfs:subClassOf :B',
  '[owl:onProperty :p; owl:minQualifiedCardinality 2; owl:onClass :A] rdfs:subClassOf :B',
  '[owl:intersectionOf (:A [owl:complementOf :C])] rdfs:subClassOf :B',
  '[owl:unionOf (:A [owl:complementOf :C])] rdfs:subClassOf :B',
  ':A rdfs:subClassOf [owl:unionOf (:B :C)]',
  ':A rdfs:subClassOf [owl:intersectionOf (:B [owl:unionOf (:B :C)])]',
  ':A rdfs:subClassOf [owl:onProperty :p; owl:someValuesFrom :C]',
  ':A rdfs:subClassOf [owl:oneOf (:a :b)]',
  ':A rdfs:subClassOf [owl:onProperty :p; owl:minCardinality 1]',
  ':p rdfs:domain [owl:unionOf (:B :C)]',
  ':q rdfs:range [owl:oneOf (:a :b)]',
  ':A rdfs:subClassOf [owl:onProperty :p; owl:hasSelf true]',
  '[owl:onProperty :p; owl:hasSelf true] rdfs:subClassOf :A',
  ':p a owl:ReflexiveProperty',
  ':A rdfs:subClassOf [owl:onProperty :p; owl:hasValue []]',
  '[owl:oneOf (:a [])] rdfs:subClassOf :A',
  ':B owl:oneOf (:b [])',
  ':a a [owl:onProperty :p; owl:hasValue :b]',
  ':a a [owl:unionOf (:A :B)]',
  'rdf:type rdfs:subPropertyOf :p',
  ':p owl:equivalentProperty rdf:type',
  ':p owl:propertyChainAxiom (rdf:type :q)',
  'rdf:type a owl:TransitiveProperty',
  'rdf:type rdfs:range :A',
  ':p rdfs:subPropertyOf rdfs:subClassOf',
  ':p rdfs:subPropertyOf owl:sameAs',
  ':A owl:unionOf ()',
  ':p owl:propertyChainAxiom ()',
  ':A rdfs:subClassOf [owl:onProperty :p]',
  '[owl:onProperty :q] rdfs:subClassOf :A',
  '[owl:onProperty :p; owl:onProperty :q; owl:someValuesFrom :B] rdfs:subClassOf :A',
  '[owl:onProperty :p; owl:someValuesFrom :B; owl:someValuesFrom :C] rdfs:subClassOf :A',
  '[] rdfs:subClassOf :A',
  ':A rdfs:subClassOf []',
  ':A rdfs:subClassOf "A"',
  ':p rdfs:domain "A"',
  ':p owl:inverseOf "q"',
  ':p rdfs:subPropertyOf "q"',
]
/** What would say that nodes are the same. */
const unsupportedOfTheSame = [
  ':p a owl:FunctionalProperty',
  ':p a owl:InverseFunctionalProperty',
  ':A owl:hasKey (:p)',
  ':A rdfs:subClassOf [owl:onProperty :p; owl:maxCardinality 1]',
]
/** What only forbids something, or says something of it, and gives no triples. */
const silent = [
  ':A rdfs:subClassOf [owl:complementOf :B]',
  ':A owl:disjointWith :B',
  ':p a owl:IrreflexiveProperty',
  ':p a owl:AsymmetricProperty',
  ':p owl:propertyDisjointWith :q',
  ':A rdfs:label "A"',
  '[] a owl:AllDisjointClasses; owl:members (:A :B)',
]

/** Each text with blank nodes of its own. */
function read(texts: readonly string[]): readonly Quad[] {
  return texts.flatMap((text, at) => {
    const own = <T extends Term | null>(term: T) =>
      term?.kind === 'blank' ? blank(`u${at}${term.value}`) : term
    return parseQuads(`${prefixes}${text} .`, 'application/trig').map((quad) => ({
      ...quad,
      subject: own(quad.subject),
      object: own(quad.object),
    }))
  })
}

function reasonerOf(quads: readonly Quad[], sameAs: boolean): Reasoner {
  return createReasoner(readAxioms(quads, namespaces, { sameAs }), { id: 'test', sameAs })
}

/** The one warning that names an axiom as it is stated, and says why in a sentence. */
function expectWarningOf(text: string, { warnings }: Reasoner): void {
  expect(warnings).toHaveLength(1)
  expect(warnings[0]?.startsWith(`${text}: `), warnings[0]).toBe(true)
  expect(warnings[0]?.slice(text.length)).toMatch(/^: .+\.$/)
}

describe('what is not supported', () => {
  it.each(unsupported)('is warned of once: %s', (text) => {
    expectWarningOf(text, reasonerOf(read([text]), false))
    expectWarningOf(text, reasonerOf(read([text]), true))
  })

  it.each(unsupportedOfTheSame)('is warned of where nodes can be the same: %s', (text) => {
    expect(reasonerOf(read([text]), false).warnings).toEqual([])
    expectWarningOf(text, reasonerOf(read([text]), true))
  })

  it.each(silent)('is not spoken of where nothing follows from it: %s', (text) => {
    expect(reasonerOf(read([text]), true).warnings).toEqual([])
  })

  it('has no effect, whatever else there is', { timeout: randomTimeout }, async () => {
    // The hierarchy is closed where there is one, also by an axiom that is left out.
    const hierarchy = read([':A rdfs:subClassOf :B'])
    let changed = 0
    const cases = fc.boolean().chain((sameAs) =>
      fc.record({
        sameAs: fc.constant(sameAs),
        axioms: ontologies(sparqlNames),
        data: dataOf(sparqlNames, sameAs),
        texts: fc.shuffledSubarray([...unsupported, ...silent, ...(sameAs ? unsupportedOfTheSame : [])], {
          minLength: 1,
          maxLength: 4,
        }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ({ sameAs, axioms, data, texts }) => {
        const vocabulary = [...hierarchy, ...ontologyQuads(supportedAxioms(axioms, sameAs))]
        fc.pre(reasonerOf(vocabulary, sameAs).warnings.length === 0)
        const quads = [...vocabulary, ...read(texts), ...data]
        const reasoner = reasonerOf(quads, sameAs)
        expect(reasoner.warnings.toSorted()).toEqual(
          texts.flatMap((text) => reasonerOf(read([text]), sameAs).warnings).toSorted(),
        )
        const query = parseQuery('SELECT * { ?s ?p ?o }', { namespaces })
        const [store, closed] = [
          await embeddedOf(quads),
          await embeddedOf(closeNaively(quads, { vocabulary, sameAs })),
        ]
        try {
          const expected = (await solutionKeys(closed, query)).toSorted()
          const actual = (await solutionKeys(store, reasoner.rewriting().query(query))).toSorted()
          expect({ texts, actual }).toEqual({ texts, actual: expected })
          if (expected.length > quads.length) changed += 1
        } finally {
          store.close()
          closed.close()
        }
      }),
      { numRuns },
    )
    expect(changed).toBeGreaterThan(numRuns / 3)
  })
})
