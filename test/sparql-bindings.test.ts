import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngine } from '../src/engine/create-engine.ts'
import type { MemoryDatabase } from '../src/engine/database.ts'
import { iri, literal, type Term, xsd } from '../src/rdf/term.ts'

const namespaces = new Map([['', 'http://e.org/']])
const database: MemoryDatabase = { kind: 'memory', name: 'bindings', namespaces }
const engine = createEngine({ isolation: 'none' })

const data = `@prefix : <http://e.org/> .
:a :p 1 , 2 ; :q :b .
:b :p 2 , 3 ; :q :c .
:c :p 3 .
:g { :a :r :c . }
`

beforeAll(async () => {
  async function* bytes() {
    yield Buffer.from(data)
  }
  await engine.load(database, [{ name: 'a.trig', format: 'trig', bytes: bytes() }])
})
afterAll(() => engine.close())

const node = (name: string): Term => iri(`http://e.org/${name}`)
const number = (value: number): Term => literal(String(value), xsd.integer)

async function linesOf(query: string, bindings: Readonly<Record<string, Term>>): Promise<readonly string[]> {
  const formats = { solutions: 'tsv', boolean: 'csv', graph: 'n-triples' } as const
  const request = { query, bindings: new Map(Object.entries(bindings)) }
  const answer = await engine.sparql(database, request, { formats })
  if (answer.kind === 'noFormat') throw new Error('There is a format.')
  let text = ''
  for await (const chunk of answer.chunks) text += Buffer.from(chunk).toString()
  const lines = text.replaceAll('http://e.org/', '').trim().split(/\r?\n/)
  return answer.kind === 'solutions' ? lines.slice(1).toSorted() : lines.toSorted()
}

// What stands for a variable is as if it stood in its place, and the solutions have it.
it.each<readonly [query: string, bindings: Readonly<Record<string, Term>>, lines: readonly string[]]>([
  ['SELECT ?s ?o { ?s :p ?o }', { s: node('b') }, ['<b>\t2', '<b>\t3']],
  ['SELECT ?s ?o { ?s :p ?o }', { s: node('b'), o: number(3) }, ['<b>\t3']],
  ['SELECT ?s ?o { ?s :p ?o }', { s: node('none') }, []],
  ['SELECT ?s { ?s ?p 3 }', { p: node('p') }, ['<b>', '<c>']],
  ['SELECT ?s { ?s ?p 3 }', { p: number(1) }, []],
  ['SELECT ?o { :a :p ?o FILTER(?o > ?least) }', { least: number(1) }, ['2']],
  ['SELECT ?o { :a :p ?o FILTER(BOUND(?least)) }', { least: number(1) }, ['1', '2']],
  ['SELECT ?o { :a :p ?o } ORDER BY (?o * ?sign) LIMIT 1', { sign: number(-1) }, ['2']],
  ['SELECT ?o ?x { :a :p ?o BIND(?o + ?more AS ?x) }', { more: number(10) }, ['1\t11', '2\t12']],
  ['SELECT ?o ?x { :a :p ?o BIND(?o + 1 AS ?x) }', { x: number(3) }, ['2\t3']],
  ['SELECT (?o + ?more AS ?x) { :a :p ?o }', { more: number(10) }, ['11', '12']],
  // In the parts of a pattern.
  ['SELECT ?s { { ?s :p 1 } UNION { ?s :p 3 } }', { s: node('b') }, ['<b>']],
  ['SELECT ?s ?o { ?s :q ?x OPTIONAL { ?x :p ?o } }', { o: number(3) }, ['<a>\t3', '<b>\t3']],
  ['SELECT ?s ?o { ?s :p ?o MINUS { ?s :q :b } }', { s: node('a') }, []],
  ['SELECT ?s ?o { ?s :p ?o MINUS { ?s :q :b } }', { s: node('c') }, ['<c>\t3']],
  ['SELECT ?s ?o { ?s :p ?o MINUS { ?x :q :b } }', { s: node('c') }, ['<c>\t3']],
  ['SELECT ?s { ?s :p 3 FILTER NOT EXISTS { ?s :q ?x } }', { x: node('c') }, ['<c>']],
  ['SELECT ?g ?o { GRAPH ?g { :a :r ?o } }', { g: node('g') }, ['<g>\t<c>']],
  ['SELECT ?g ?o { GRAPH ?g { :a :r ?o } }', { g: node('other') }, []],
  ['SELECT ?s { ?s :q+ ?o }', { o: node('c') }, ['<a>', '<b>']],
  [
    'SELECT ?s ?o { VALUES (?s ?o) { (:a 1) (:b 2) (UNDEF 3) } ?s :p ?o }',
    { s: node('b') },
    ['<b>\t2', '<b>\t3'],
  ],
  // A subquery means the variable where it selects it.
  ['SELECT ?s ?n { { SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s } }', { s: node('b') }, ['<b>\t2']],
  ['SELECT ?s ?n { { SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s } }', { s: node('none') }, []],
  ['SELECT ?n { { SELECT (COUNT(?o) AS ?n) { ?x :p ?o } } }', { x: node('c') }, ['5']],
  // Of groups.
  ['SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s', { s: node('a') }, ['<a>\t2']],
  ['SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s', { s: node('none') }, []],
  ['SELECT (SUM(?o * ?by) AS ?n) { ?s :p ?o }', { by: number(2) }, ['22']],
  ['SELECT ?s { ?s :p ?o } GROUP BY ?s HAVING (COUNT(*) < ?most)', { most: number(2) }, ['<c>']],
  // Of other forms.
  ['ASK { ?s :p 1 }', { s: node('a') }, ['true']],
  ['ASK { ?s :p 1 }', { s: node('b') }, ['false']],
  ['CONSTRUCT { ?s :is ?what } { ?s :p 1 }', { what: node('x') }, ['<a> <is> <x> .']],
  ['DESCRIBE ?s', { s: node('c') }, [`<c> <p> "3"^^<${xsd.integer}> .`]],
])('%s with %j', async (query, bindings, lines) => {
  expect(await linesOf(query, bindings)).toEqual(lines)
})
