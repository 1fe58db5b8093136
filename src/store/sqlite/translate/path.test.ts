import { afterEach, expect, it } from 'vitest'
import { iri, type Quad } from '../../../rdf/term.ts'
import type { SelectQuery } from '../../../sparql/algebra.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import type { PlanNode } from '../../store.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const quad = (subject: string, predicate: string, object: string, graph?: string): Quad => ({
  subject: ex(subject),
  predicate: ex(predicate),
  object: ex(object),
  graph: graph === undefined ? null : ex(graph),
})

/** One way from a to d: its first step in the default graph and in g, the second in g, the third in h. */
const way: readonly Quad[] = [
  quad('a', 'p', 'b'),
  quad('a', 'p', 'b', 'g'),
  quad('b', 'p', 'c', 'g'),
  quad('c', 'p', 'd', 'h'),
]

const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

async function storeOf(quads: readonly Quad[]): Promise<SqliteStore> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  opened.push(store)
  return store
}

function select(text: string): SelectQuery {
  const query = parseQuery(text, { namespaces: new Map([['', ex('').value]]) })
  if (query.kind !== 'select') throw new Error('No SELECT')
  return query
}

async function answer(store: SqliteStore, text: string): Promise<readonly string[]> {
  const { batches, term } = store.select(select(text))
  const found: string[] = []
  for await (const batch of batches)
    for (const row of batch)
      found.push(row.map((cell) => (cell === null ? '-' : term(cell).value.replace(/^.*\//, ''))).join(' '))
  return found.sort()
}

const inDefault = 'FROM <tag:stardog:api:context:default>'

it.each<readonly [string, readonly string[]]>([
  ['SELECT ?y { :a :p+ ?y }', ['b', 'c', 'd']],
  [`SELECT ?y ${inDefault} { :a :p+ ?y }`, ['b']],
  ['SELECT ?y FROM :g { :a :p+ ?y }', ['b', 'c']],
  ['SELECT ?y FROM :g FROM :h { :a :p+ ?y }', ['b', 'c', 'd']],
  ['SELECT ?x ?y FROM :g FROM :h { ?x :p+ ?y }', ['a b', 'a c', 'a d', 'b c', 'b d', 'c d']],
  ['SELECT ?x FROM :h { ?x :p* ?x }', ['c', 'd']],
  ['SELECT ?y FROM <tag:stardog:api:context:named> { :a :p+ ?y }', ['b', 'c', 'd']],
  ['SELECT ?y FROM :unknown { :a :p* ?y }', ['a']],
  ['SELECT ?x ?y FROM :unknown { ?x :p* ?y }', []],
  ['SELECT ?x FROM :unknown { :a :p* :a . :a :p? ?x }', ['a']],
  ['SELECT ?x FROM :unknown { :a :p* :b }', []],
  ['SELECT ?g ?y { GRAPH ?g { :a :p+ ?y } }', ['g b', 'g c']],
  ['SELECT ?g ?y { GRAPH ?g { :a :p* ?y } }', ['g a', 'g b', 'g c', 'h a']],
  ['SELECT ?g ?x { GRAPH ?g { ?x :p+ :c } }', ['g a', 'g b']],
  ['SELECT ?g ?x ?y { GRAPH ?g { ?x :p+ ?y } }', ['g a b', 'g a c', 'g b c', 'h c d']],
  ['SELECT ?g ?x ?y { GRAPH ?g { ?x :p ?z . ?z :p* ?y } }', ['g a b', 'g a c', 'g b c', 'h c d']],
  ['SELECT ?y FROM NAMED :h { GRAPH :h { :c :p+ ?y } }', ['d']],
  ['SELECT ?y FROM NAMED :h { GRAPH :g { :a :p* ?y } }', []],
  ['SELECT ?y { :a :unknown* ?y }', ['a']],
  ['SELECT ?y { :a :unknown+ ?y }', []],
  ['SELECT ?y { :a (:unknown|:p)+ ?y }', ['b', 'c', 'd']],
  ['SELECT ?y { :a (:p/:p)* ?y }', ['a', 'c']],
  ['SELECT ?y { :a (:p/(:p|^:p)?)+ ?y }', ['a', 'b', 'c', 'd']],
  ['SELECT ?x { ?x (^:p)+ :a }', ['b', 'c', 'd']],
  ['SELECT ?x ?y { ?x !:unknown ?y }', ['a b', 'b c', 'c d']],
  ['SELECT ?x ?y { ?x !(:p|^:unknown) ?y }', ['b a', 'c b', 'd c']],
  ['SELECT ?x ?y { ?x :p ?y FILTER NOT EXISTS { ?y :p+ :d } }', ['c d']],
  ['SELECT ?x ?y { ?x :p :b OPTIONAL { ?x (:p/:p)+ ?y } }', ['a c']],
  ['SELECT ?x { ?x :p ?y MINUS { ?x :p+ :c } }', ['c']],
  ['SELECT ?y { VALUES ?x { :b :absent } ?x :p* ?y }', ['b', 'c', 'd']],
])('answers %s', async (text, expected) => {
  await expect(answer(await storeOf(way), text)).resolves.toEqual(expected)
})

it('ends in a circle', async () => {
  const circle = ['a', 'b', 'c'].map((name, index) => quad(name, 'p', ['b', 'c', 'a'][index] ?? ''))
  const store = await storeOf(circle)
  await expect(answer(store, 'SELECT ?y { :a :p+ ?y }')).resolves.toEqual(['a', 'b', 'c'])
  await expect(answer(store, 'SELECT ?x { ?x :p+ ?x }')).resolves.toEqual(['a', 'b', 'c'])
})

function labels(node: PlanNode): readonly string[] {
  return [node.label, ...node.children.flatMap(labels)]
}

it('walks from the end that is bound, and so costs what it reaches', async () => {
  // A tree of 9,000 nodes in chains of 3, and a name for each.
  const tree = Array.from({ length: 3_000 }, (_, index) => [
    quad(`n${index}`, 'in', `m${index}`),
    quad(`m${index}`, 'in', `o${index}`),
    quad(`o${index}`, 'in', 'root'),
    quad(`n${index}`, 'is', `name${index}`),
  ]).flat()
  const store = await storeOf(tree)
  const startOf = (text: string) => labels(store.plan(select(text))).find((label) => label.startsWith('Path'))
  expect(startOf('SELECT ?x { ?x :in+ :o7 }')).toMatch(/^Path\[object\]/)
  expect(startOf('SELECT ?x { :n7 :in+ ?x }')).toMatch(/^Path\[subject\]/)
  expect(startOf('SELECT ?x ?y { ?x :in+ ?y }')).toMatch(/^Path\[pairs\]/)
  expect(startOf('SELECT ?x ?y { ?x :is :name7 . ?x :in+ ?y }')).toMatch(/^Path\[subject\]/)
  await expect(answer(store, 'SELECT ?y { ?x :is :name7 . ?x :in+ ?y }')).resolves.toEqual([
    'm7',
    'o7',
    'root',
  ])
})

it('follows a long way', async () => {
  const length = 20_000
  const store = await storeOf(
    Array.from({ length }, (_, index) => quad(`n${index}`, 'next', `n${index + 1}`)),
  )
  await expect(answer(store, 'SELECT (COUNT(*) AS ?n) { :n0 :next+ ?y }')).resolves.toEqual([`${length}`])
  await expect(answer(store, 'SELECT ?x { ?x :next* :n2 }')).resolves.toEqual(['n0', 'n1', 'n2'])
})
