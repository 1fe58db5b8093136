import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quad } from '../src/rdf/term.ts'
import type { GraphSet } from '../src/sparql/graph-access.ts'
import { base } from './generate-graphs.ts'
import { documentCases, sparqlCases } from './generate-reasoning-cases.ts'
import { anyAsk, anyConstruct, anySelect, prologue, quadsOf } from './generate-sparql.ts'
import { cases } from './generators.ts'
import { answerTo, isIn, type Question, readBy } from './hidden-graphs.ts'
import { nQuads } from './n-quads.ts'
import { ontologyQuads } from './ontology-triples.ts'
import { behindEndpoint, type EndpointTraits, embedded } from './opened.ts'
import { randomTimeout } from './random-timeout.ts'
import { unorderedJson } from './reference/canonical-json.ts'

/** Random cases of each property. */
const numRuns = Number(process.env['NUM_RUNS'] ?? 60)

/** Quads, who may read which of their graphs, and what they ask. */
interface Case {
  readonly quads: readonly Quad[]
  readonly readable: GraphSet
  readonly questions: readonly Question[]
}

/** Sets of graphs of these and another one, of which not all are readable. */
function readableOf(graphs: readonly string[]): fc.Arbitrary<GraphSet> {
  return fc
    .oneof(
      fc.record({ default: fc.boolean(), named: fc.subarray([...graphs, 'http://e.org/none']) }),
      fc.constant({ default: false, named: 'all' } as const),
      fc.constant({ default: true, named: [] }),
    )
    .map((set) => (set.named === 'all' ? set : { ...set, named: set.named.toSorted() }))
}

const sparqlGraphs = ['http://e.org/g1', 'http://e.org/g2', 'http://e.org/g3']
const documentGraphs = ['G', 'H', 'K'].map((name) => base + name)

/** What is asked of every database. */
function wholeQuestions(graphs: readonly string[]): readonly Question[] {
  const [first] = graphs
  return [
    { kind: 'size' },
    { kind: 'export', format: 'n-quads' },
    { kind: 'export', format: 'n-triples' },
    ...[first, 'tag:stardog:api:context:default', 'tag:stardog:api:context:named'].map(
      (graph): Question => ({ kind: 'export', format: 'n-quads', ...(graph !== undefined && { graph }) }),
    ),
    { kind: 'schema', origin: 'data' },
    { kind: 'schema', origin: 'owl' },
  ]
}

const special = [
  'SELECT ?g { GRAPH ?g {} }',
  'SELECT * { GRAPH <tag:stardog:api:context:local> { ?x ?p ?y } }',
  'SELECT * { GRAPH <tag:stardog:api:context:default> { ?x ?p ?y } }',
  'SELECT * { GRAPH <tag:stardog:api:context:named> { ?x :p|:q ?y } }',
  'SELECT * FROM <tag:stardog:api:context:all> { ?x :p* ?y }',
  'SELECT * { GRAPH ?g { ?x :p* ?y } }',
  'SELECT * { GRAPH :g1 { ?x ?p ?y } }',
  'SELECT * FROM NAMED :g1 { GRAPH ?g {} }',
  'SELECT * { ?x ?p ?y } LIMIT 2',
  'SELECT ?x (SAMPLE(?y) AS ?one) (GROUP_CONCAT(?y) AS ?all) FROM <tag:stardog:api:context:all> { ?x ?p ?y } GROUP BY ?x',
  'SELECT * { GRAPH ?g { SELECT ?x { ?x ?p ?y } LIMIT 1 } }',
  'SELECT * FROM <tag:stardog:api:context:all> { ?x ?p ?y FILTER(?y < 3) }',
  'SELECT * { VALUES ?x { :a :nowhere } ?x ?p ?y }',
  'SELECT * { :a :p* ?y . ?z :p* :nowhere }',
  'SELECT * { ?x :p "never seen" }',
  'DESCRIBE ?x FROM <tag:stardog:api:context:all> { ?x ?p ?y }',
  'DESCRIBE :a :nowhere',
]

/** Where what is hidden shows easily: asked of every database, and explained. */
const telling = [
  'SELECT * FROM <tag:stardog:api:context:all> { ?x ?p ?y FILTER(?y < 3) }',
  'SELECT * FROM <tag:stardog:api:context:all> { ?x :p ?y FILTER(?y = 10) }',
  'SELECT * { VALUES ?x { :a :b :nowhere } GRAPH ?g { ?x ?p ?y } } LIMIT 3',
  'SELECT * { GRAPH ?g {} }',
]

const sparqlQuestions = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.oneof(anySelect, anyAsk, anyConstruct).map(({ text }) => text) },
      { weight: 1, arbitrary: fc.constantFrom(...special) },
    ),
    { minLength: 4, maxLength: 4 },
  )
  .map((texts) =>
    [...telling, ...texts].flatMap((text): readonly Question[] => {
      const request = { query: prologue + text }
      return [
        { kind: 'sparql', request },
        { kind: 'explainSparql', request },
      ]
    }),
  )

const sparqlCase: fc.Arbitrary<Case> = fc.record({
  quads: quadsOf(false),
  readable: readableOf(sparqlGraphs),
  questions: sparqlQuestions.map((some) => [...some, ...wholeQuestions(sparqlGraphs)]),
})

const reasonedCase: fc.Arbitrary<Case> = fc
  .record({ one: sparqlCases, readable: readableOf(sparqlGraphs) })
  .map(({ one, readable }) => ({
    quads: [...ontologyQuads(one.axioms), ...one.data],
    readable,
    questions: one.texts.flatMap((query): readonly Question[] => {
      const defaultGraphs = one.isOfDefaultGraph ? [] : ['tag:stardog:api:context:local']
      const request = { query, reasoning: true, defaultGraphs }
      return [
        { kind: 'sparql', request },
        { kind: 'explainSparql', request },
      ]
    }),
  }))

const documentCase: fc.Arbitrary<Case> = fc
  .record({ one: cases(true), readable: readableOf(documentGraphs) })
  .map(({ one: { quads, request }, readable }) => ({
    quads,
    readable,
    questions: [
      { kind: 'graphql', request, reasoning: false },
      { kind: 'explain', request, reasoning: false },
      ...wholeQuestions(documentGraphs),
    ],
  }))

const reasonedDocumentCase: fc.Arbitrary<Case> = fc
  .record({ one: documentCases, readable: readableOf(documentGraphs) })
  .map(({ one: { axioms, quads, request }, readable }) => ({
    quads: [...ontologyQuads(axioms), ...quads],
    readable,
    questions: [
      { kind: 'graphql', request, reasoning: true },
      { kind: 'explain', request, reasoning: true },
      { kind: 'schema', origin: 'owl' },
    ],
  }))

/** Asks everything of the database with all quads, and of the one to which the hidden ones never came. */
async function compare({ quads, readable, questions }: Case): Promise<void> {
  const visible = quads.filter((quad) => isIn(quad, readable))
  const hidden = quads.filter((quad) => !isIn(quad, readable))
  // What is hidden comes first, so that its terms do, and turned round, so that they come in another order.
  const all = await embedded([...hidden.toReversed(), ...visible])
  const only = await embedded(visible)
  try {
    const [some, same] = [readBy(all, readable), readBy(only, readable)]
    for (const question of questions) {
      const answer = await answerTo(some, question)
      const expected = await answerTo(same, question)
      expect(named(answer, question), JSON.stringify(question)).toBe(named(expected, question))
      if (hasOneAnswer(question)) {
        const whole = unordered(await answerTo(only, question), question)
        expect(unordered(answer, question), JSON.stringify(question)).toBe(whole)
      }
    }
  } finally {
    await all.close()
    await only.close()
  }
}

/**
 * The same behind endpoints, where an answer is in any order, and what the endpoint cannot be asked is refused: as it would be of
 * one without the hidden graphs, and never answered otherwise than by the readable quads.
 */
async function compareFar(one: Case, traits: EndpointTraits, seen: { asked: number; answered: number }) {
  const { readable, questions } = one
  // Oxigraph shows a triple of several FROM once for each graph that has it.
  const quads = [...new Map(one.quads.map((quad) => [nQuads([{ ...quad, graph: null }]), quad])).values()]
  const visible = quads.filter((quad) => isIn(quad, readable))
  const [all, only] = [await behindEndpoint(quads, traits), await behindEndpoint(visible, traits)]
  try {
    const [some, same] = [readBy(all, readable), readBy(only, readable)]
    for (const question of questions.filter(hasOneAnswer)) {
      const asked = JSON.stringify(question)
      const plain = async (of: Parameters<typeof answerTo>[0]) =>
        unordered(unlabelled(await answerTo(of, question)), question)
      const answer = await plain(some)
      expect(answer, asked).toBe(await plain(same))
      seen.asked += 1
      if (isRefused(answer)) continue
      seen.answered += 1
      // A graph that FROM NAMED names and nobody reads is there, and empty: an endpoint is not told of it.
      if (asked.includes('FROM NAMED')) continue
      // Who may not read the default graph has none, also where it shows others the union of all.
      const asksDefault = question.kind === 'sparql' && !asked.includes('FROM')
      if (traits.union === 'default' && !readable.default && asksDefault) continue
      const whole = await plain(only)
      if (!isRefused(whole)) expect(answer, asked).toBe(whole)
    }
    for (const question of questions.filter(({ kind }) => kind === 'explain' || kind === 'explainSparql')) {
      expect(textSent(await answerTo(some, question))).toBe(textSent(await answerTo(same, question)))
    }
  } finally {
    for (const opened of [all, only]) await opened.close()
  }
}

function isRefused(answer: string): boolean {
  return /unsupported|UNSUPPORTED/.test(answer)
}

/** Each answer of an endpoint labels blank nodes anew. */
function unlabelled(answer: string): string {
  return answer.replaceAll(/_:\w+/g, '_:')
}

/** An explanation without where it was sent to. */
function textSent(explanation: string): string {
  return explanation.replaceAll(/127\.0\.0\.1:\d+/g, 'host')
}

/** An answer in which nodes that CONSTRUCT makes, each time with other labels, have names by their order. */
function named(answer: string, question: Question): string {
  if (question.kind !== 'sparql' || !/_:|\[/.test(question.request.query)) return answer
  const labels = new Map<string, string>()
  return answer.replaceAll(/_:\w+/g, (label) => {
    const name = labels.get(label) ?? `_:n${labels.size}`
    labels.set(label, name)
    return name
  })
}

/** Whether what a question comes to is said by the data alone, but for its order: not which of several come first. */
function hasOneAnswer(question: Question): boolean {
  switch (question.kind) {
    case 'sparql':
      return !/LIMIT|SAMPLE|GROUP_CONCAT|RAND|UUID|BNODE|_:|\[|SUM|AVG|MIN|MAX/.test(question.request.query)
    case 'graphql':
      return !/\b(?:first|skip):/.test(question.request.query)
    case 'export':
    case 'size':
    case 'schema':
      return true
    case 'explain':
    case 'explainSparql':
      return false
  }
}

function unordered(answer: string, question: Question): string {
  if (question.kind === 'graphql') return answer.startsWith('{') ? unorderedJson(answer, 'kept') : answer
  return question.kind === 'schema' ? answer : answer.split('\n').toSorted().join('\n')
}

async function check(
  arbitrary: fc.Arbitrary<Case>,
  property: (one: Case) => Promise<void> = compare,
): Promise<void> {
  const details = await fc.check(fc.asyncProperty(arbitrary, property), {
    numRuns: property === compare ? numRuns : Math.ceil(numRuns / 2),
  })
  if (!details.failed) return
  const [smallest] = details.counterexample ?? []
  const text = smallest && `${JSON.stringify(smallest.readable)}\n${nQuads(smallest.quads)}`
  throw new Error(
    `seed ${details.seed}, path ${details.counterexamplePath}\n${text}\n${details.errorInstance}`,
  )
}

describe('who may read some graphs has the answers of a database without the others', () => {
  it.each([
    ['SPARQL queries, their explanations, exports, sizes and schemas', sparqlCase],
    ['SPARQL queries with reasoning, and their explanations', reasonedCase],
    ['GraphQL documents and their explanations', documentCase],
    ['GraphQL documents with reasoning, and their explanations', reasonedDocumentCase],
  ])('%s', { timeout: randomTimeout }, (_, arbitrary) => check(arbitrary))

  it.each([
    ['shows the default graph by itself', 'graphs'],
    ['shows the union of all graphs', 'default'],
    ['has a name for the union of all graphs', { iri: 'urn:union' }],
  ] as const)('behind an endpoint whose default graph %s', { timeout: randomTimeout }, async (_, union) => {
    const seen = { asked: 0, answered: 0 }
    await check(fc.oneof(sparqlCase, documentCase), (one) => compareFar(one, { union }, seen))
    expect(seen.answered / seen.asked).toBeGreaterThan(0.3)
  })
})
