import { afterEach, expect, it } from 'vitest'
import { blank, iri, literal, type Quad, type Term } from '../../../rdf/term.ts'
import { termKey } from '../../../rdf/term-key.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import type { AskQuery, ConstructQuery, DescribeQuery, Query } from '../../../sparql/query-form.ts'
import { createSeenKeys } from '../../triples/seen-keys.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const namespaces = new Map([['', 'http://example.com/']])

const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

function quad(subject: Quad['subject'], predicate: string, object: Term, graph: Quad['graph'] = null): Quad {
  return { subject, predicate: ex(predicate), object, graph }
}

async function storeOf(quads: readonly Quad[]): Promise<SqliteStore> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  opened.push(store)
  return store
}

const isGraphQuery = (query: Query): query is ConstructQuery | DescribeQuery =>
  query.kind === 'construct' || query.kind === 'describe'

async function ask(store: SqliteStore, text: string): Promise<boolean> {
  const query = parseQuery(text, { namespaces })
  const isAsk = (one: Query): one is AskQuery => one.kind === 'ask'
  if (!isAsk(query)) throw new Error('No ASK')
  return store.ask(query)
}

async function graph(store: SqliteStore, text: string): Promise<readonly Quad[]> {
  const query = parseQuery(text, { namespaces })
  if (!isGraphQuery(query)) throw new Error('No graph')
  const quads: Quad[] = []
  for await (const batch of store.graph(query)) quads.push(...batch)
  return quads
}

const lines = (quads: readonly Quad[]) =>
  quads.map(({ subject, predicate, object }) => [subject, predicate, object].map(termKey).join(' ')).sort()

const family = [
  quad(ex('a'), 'knows', ex('b')),
  quad(ex('a'), 'knows', ex('c')),
  quad(ex('b'), 'knows', ex('c')),
  quad(ex('a'), 'name', literal('A')),
]

it('answers ASK', async () => {
  const store = await storeOf(family)
  await expect(ask(store, 'ASK { ?x :knows ?y . ?y :knows ?z }')).resolves.toBe(true)
  await expect(ask(store, 'ASK { ?x :knows ?x }')).resolves.toBe(false)
  await expect(ask(store, 'ASK {}')).resolves.toBe(true)
  await expect(ask(store, 'ASK { ?x :knows ?y } OFFSET 2')).resolves.toBe(true)
  await expect(ask(store, 'ASK { ?x :knows ?y } OFFSET 3')).resolves.toBe(false)
})

it('ends an ASK with the first solution', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => quad(ex(`s${index}`), 'p', literal(`${index}`)))
  const store = await storeOf(many)
  const start = performance.now()
  // 27 billion solutions
  await expect(ask(store, 'ASK { ?a :p ?b . ?c :p ?d . ?e :p ?f }')).resolves.toBe(true)
  expect(performance.now() - start).toBeLessThan(2_000)
})

it('constructs each triple once', async () => {
  const store = await storeOf(family)
  const one = await graph(store, 'CONSTRUCT { ?y :isKnown true } WHERE { ?x :knows ?y }')
  expect(lines(one)).toEqual(lines([quad(ex('b'), 'isKnown', truth), quad(ex('c'), 'isKnown', truth)]))
  const two = await graph(store, 'CONSTRUCT { ?x :person true . ?y :person true } WHERE { ?x :knows ?y }')
  expect(lines(two)).toEqual(lines(['a', 'b', 'c'].map((name) => quad(ex(name), 'person', truth))))
})

const truth = literal('true', 'http://www.w3.org/2001/XMLSchema#boolean')

it('makes new blank nodes for each solution, the same within it', async () => {
  const store = await storeOf(family)
  const quads = await graph(
    store,
    'CONSTRUCT { _:k :from ?x . _:k :to ?y . _:k :to ?y . ?x :is ?x } WHERE { ?x :knows ?y }',
  )
  expect(quads).toHaveLength(8)
  const nodes = Map.groupBy(
    quads.filter(({ subject }) => subject.kind === 'blank'),
    ({ subject }) => subject.value,
  )
  expect([...nodes.values()].map((ofNode) => ofNode.map(({ predicate }) => predicate.value))).toEqual(
    Array.from({ length: 3 }, () => [ex('from').value, ex('to').value]),
  )
})

it('makes other blank nodes of one triple each time', async () => {
  const store = await storeOf(family)
  const quads = await graph(store, 'CONSTRUCT { [] :knower ?x } WHERE { ?x :knows ?y }')
  expect(new Set(quads.map(({ subject }) => subject.value)).size).toBe(3)
})

it('leaves out triples that are none', async () => {
  const store = await storeOf(family)
  const quads = await graph(
    store,
    'CONSTRUCT { ?name :of ?x . ?x ?name ?x . ?x :missing ?none . ?x :called ?name } WHERE { ?x :name ?name }',
  )
  expect(lines(quads)).toEqual(lines([quad(ex('a'), 'called', literal('A'))]))
})

it('takes LIMIT of CONSTRUCT for solutions', async () => {
  const store = await storeOf(family)
  const quads = await graph(store, 'CONSTRUCT { ?x :p ?y . ?y :q ?x } WHERE { ?x :knows ?y } LIMIT 1')
  expect(quads).toHaveLength(2)
})

it('describes a term with the blank nodes that it leads to, each once', async () => {
  const [b1, b2] = [blank('b1'), blank('b2')]
  const quads = [
    quad(ex('a'), 'address', b1),
    quad(ex('a'), 'home', b1),
    quad(b1, 'city', literal('Ulm')),
    quad(b1, 'owner', b2),
    quad(b2, 'of', b1),
    quad(ex('b'), 'address', b1),
    quad(ex('a'), 'knows', ex('b')),
    quad(ex('a'), 'secret', ex('c'), ex('g')),
  ]
  const store = await storeOf(quads)
  const inDefault = 'FROM <tag:stardog:api:context:default>'
  expect(lines(await graph(store, `DESCRIBE :a ${inDefault}`))).toEqual(
    lines(quads.filter((one) => one.subject !== quads[5]?.subject && one.graph === null)),
  )
  expect(await graph(store, 'DESCRIBE :a')).toHaveLength(7)
  expect(lines(await graph(store, `DESCRIBE ?x :b ${inDefault} WHERE { ?x :owner ?y }`))).toEqual(
    lines(quads.slice(2, 6)),
  )
  expect(await graph(store, 'DESCRIBE :nothing')).toEqual([])
  expect(await graph(store, 'DESCRIBE ?name WHERE { ?x :city ?name }')).toEqual([])
})

it('describes a long chain of blank nodes', async () => {
  const chain = Array.from({ length: 2_000 }, (_, index) =>
    quad(blank(`n${index}`), 'next', blank(`n${index + 1}`)),
  )
  const store = await storeOf([quad(ex('list'), 'first', blank('n0')), ...chain])
  expect(await graph(store, 'DESCRIBE :list')).toHaveLength(2_001)
})

it('remembers keys beyond its memory', () => {
  const seen = createSeenKeys(2)
  expect(['a', 'b', 'c', 'd', 'a', 'c', 'd', 'e'].map((key) => seen.add(key))).toEqual([
    ...[true, true, true, true],
    ...[false, false, false, true],
  ])
  seen.close()
})

it('finds blank nodes and unknown terms that are given as values', async () => {
  const store = await storeOf([quad(blank('x'), 'p', ex('a')), quad(blank('y'), 'p', ex('b'))])
  const { variables, batches, term } = store.select({
    kind: 'select',
    operation: {
      kind: 'leftJoin',
      left: {
        kind: 'values',
        variables: ['s'],
        rows: [[blank('x')], [blank('nowhere')], [ex('nowhere')], [literal('no', 'urn:t')]],
      },
      right: {
        kind: 'bgp',
        patterns: [
          {
            subject: { kind: 'variable', name: 's' },
            predicate: ex('p'),
            object: { kind: 'variable', name: 'o' },
          },
        ],
      },
    },
  })
  const found: unknown[] = []
  for await (const batch of batches)
    for (const row of batch)
      found.push(variables.map((_, i) => (row[i] == null ? null : termKey(term(row[i])))))
  expect(found).toEqual([
    ['_x', '<http://example.com/a'],
    ['_nowhere', null],
    ['<http://example.com/nowhere', null],
    ['^urn:t"no', null],
  ])
})
