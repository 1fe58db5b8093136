import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BlankNode, blank, iri, type NamedNode, type Quad, type Term } from '../src/rdf/term.ts'
import { owl, rdfs } from '../src/rdf/vocabulary-terms.ts'
import { compareCases } from './compare-cases.ts'
import type { ReasoningCase } from './generate-reasoning-cases.ts'
import { type OntologyAxiom, type OntologyTerm, ontologyQuads } from './ontology-triples.ts'
import { randomTimeout } from './random-timeout.ts'
import { reasonerOf } from './reasoner-of.ts'
import { compareWithClosure, reasoningCaseText } from './reasoning-answers.ts'

/** Each has more classes than a query lists: they are walked in the data. */
const numRuns = Math.ceil(Number(process.env['NUM_RUNS'] ?? 1_000) / 100)

const ex = (name: string) => iri(`http://e.org/${name}`)
const classes = Array.from({ length: 1_050 }, (_, at) => ex(`C${at}`))
const names = fc.constantFrom(...classes)
const individuals = fc.constantFrom(...Array.from({ length: 20 }, (_, at) => ex(`i${at}`)))
const graph = fc.constantFrom(null, null, null, ex('g1'))

/** A class below another of the same tree: six or seven levels. */
const tree: fc.Arbitrary<readonly OntologyAxiom[]> = fc
  .array(fc.nat(100), { minLength: classes.length - 1, maxLength: classes.length - 1 })
  .map((places) =>
    places.map((place, at) => ({
      subject: classes[at + 1] ?? ex('none'),
      predicate: rdfs.subClassOf,
      object: classes[Math.floor((at * place) / 300)] ?? ex('none'),
      graph: null,
    })),
  )

const listed = (predicate: string) =>
  fc
    .array(names, { minLength: 1, maxLength: 2 })
    .map((members): OntologyTerm => ({ kind: 'described', by: [[predicate, { kind: 'list', members }]] }))
const restricted = fc.tuple(fc.constantFrom(owl.someValuesFrom, owl.allValuesFrom), names).map(
  ([facet, of]): OntologyTerm => ({
    kind: 'described',
    by: [
      [owl.onProperty, ex('p')],
      [facet, of],
    ],
  }),
)
const left: fc.Arbitrary<OntologyTerm> = fc.oneof(
  names,
  names,
  listed(owl.intersectionOf),
  listed(owl.unionOf),
  restricted,
)
const right: fc.Arbitrary<OntologyTerm> = fc.oneof(names, names, names, listed(owl.intersectionOf))

/** Shortcuts, circles, equivalences and classes without a name between those with one. Some of it is not supported. */
const others: fc.Arbitrary<readonly OntologyAxiom[]> = fc.array(
  fc.record({
    subject: left,
    predicate: fc.constantFrom(rdfs.subClassOf, rdfs.subClassOf, owl.equivalentClass),
    object: right,
    graph,
  }),
  { maxLength: 6, size: 'max' },
)

function dataOf(
  some: readonly (readonly [NamedNode, NamedNode, NamedNode, NamedNode | null])[],
): readonly Quad[] {
  return some.flatMap(([one, other, type, graph]) => [
    { subject: one, predicate: iri(rdfs.type), object: type, graph },
    { subject: one, predicate: ex('p'), object: other, graph },
  ])
}

const prologue = `PREFIX : <http://e.org/>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
`
const question = fc.oneof(
  fc.constantFrom(
    'SELECT * { ?x rdf:type :C0 }',
    'SELECT * { ?x rdf:type :C1 OPTIONAL { ?x :p ?y . ?y rdf:type :C0 } }',
  ),
  names.map((name) => `SELECT * { ?x rdf:type <${name.value}> }`),
  names.map((name) => `SELECT * { ?x :p ?y FILTER NOT EXISTS { ?y rdf:type <${name.value}> } }`),
  fc
    .tuple(names, names)
    .map(([a, b]) => `SELECT * { ?x rdf:type <${a.value}> . ?x :p ?y . ?y rdf:type <${b.value}> }`),
  names.map((name) => `SELECT * { GRAPH ?g { ?x rdf:type <${name.value}> } }`),
  names.map((name) => `SELECT * FROM :g1 { ?x rdf:type <${name.value}> }`),
  fc.constantFrom('SELECT (COUNT(*) AS ?n) { ?x rdf:type ?c }', 'SELECT (COUNT(*) AS ?n) { :i1 ?p ?c }'),
)

const cases: fc.Arbitrary<ReasoningCase> = fc
  .record({
    tree,
    others,
    some: fc.array(fc.tuple(individuals, individuals, names, graph), {
      minLength: 10,
      maxLength: 30,
      size: 'max',
    }),
    sameAs: fc.constantFrom(false, false, true),
    isVocabularyInData: fc.constantFrom(true, true, true, false),
    texts: fc.array(
      question.map((text) => prologue + text),
      { minLength: 3, maxLength: 3 },
    ),
  })
  .map(({ tree, others, some, ...rest }) => {
    const isLeftOut = (axiom: OntologyAxiom): boolean => isWarnedOf([axiom], rest.sameAs)
    const all = [...tree, ...others.filter((axiom) => !isLeftOut(axiom))]
    // What is left out stands in the data all the same, where it can be walked along.
    const leftOut = ontologyQuads(others.filter(isLeftOut)).map(renamed)
    return {
      ...rest,
      axioms: isWarnedOf(all, rest.sameAs) ? tree : all,
      data: [...dataOf(some), ...leftOut],
      isOfDefaultGraph: false,
    }
  })

function isWarnedOf(axioms: readonly OntologyAxiom[], sameAs: boolean): boolean {
  return reasonerOf(ontologyQuads(axioms), sameAs).warnings.length > 0
}

/** Another axiom's blank nodes have the same labels. */
function renamed(quad: Quad): Quad {
  const own = <T extends Term>(term: T): T | BlankNode =>
    term.kind === 'blank' ? blank(`left${term.value}`) : term
  return { ...quad, subject: own(quad.subject), object: own(quad.object) }
}

it('asks of a thousand classes what follows', { timeout: randomTimeout }, async () => {
  const seen = await compareCases(cases, numRuns, compareWithClosure, reasoningCaseText)
  // Something is found in most runs, one or two things in each: a few find nothing.
  expect(seen.found).toBeGreaterThanOrEqual(numRuns / 2)
})
