import { describe, expect, it } from 'vitest'
import {
  plainAnswer,
  plainGraph,
  plainNamespaces,
  plainRows,
  plainStore,
} from '../../../test/remote/plain-store.ts'
import { compile } from '../../compiler/compile.ts'
import { parseQuery } from '../../sparql/parse.ts'

describe('the parts of a query', () => {
  const people =
    ':b a :P ; :n "B", "b" ; :k :a, :c . :a a :P ; :n "A" . :c a :P ; :n "C", "c" ; :k :b . :x a :Q ; :n "X" .'

  it('come one after the other, nodes in order, and each node once', async () => {
    const { store, client } = plainStore(people)
    const json = await plainAnswer(store, '{ Q { n } P { iri n k @optional { iri } } }')
    const { data } = JSON.parse(json)
    expect(data.Q).toEqual([{ n: 'X' }])
    expect(data.P.map(({ iri }: { iri: string }) => iri)).toEqual(
      ['a', 'b', 'c'].map((name) => `http://e.org/${name}`),
    )
    expect(client.asked).toHaveLength(1)
    expect(client.asked[0]).toContain('ORDER BY DESC(BOUND(?0)) DESC(BOUND(?2)) ?0 ?2\n')
  })

  it('keep the order that the query asks for, and break ties by node', async () => {
    const { store, client } = plainStore(people)
    expect(await plainAnswer(store, '{ P(orderBy: {field: iri, desc: true}) { n } }')).toMatch(
      /"C".*"B".*"A"/,
    )
    await plainAnswer(store, '{ P(orderBy: n) { n } }')
    expect(client.asked.map((text) => text.slice(text.lastIndexOf('ORDER BY')).trim())).toEqual([
      'ORDER BY DESC(?0)',
      'ORDER BY ?x2 ?0',
    ])
  })

  it('have the rows of each blank node together, between them and those that have IRIs', async () => {
    const { store } = plainStore(
      '_:a a :P ; :n "1", "2" ; :m "3" . _:b a :P ; :n "4", "5" ; :m "6" . :c a :P ; :n "7" ; :m "8" .',
    )
    const { data } = JSON.parse(await plainAnswer(store, '{ P { n m } }'))
    const sorted = data.map((one: { n: string | string[]; m: string }) => [...[one.n].flat().sort(), one.m])
    expect(sorted.slice(0, 2).sort()).toEqual([
      ['1', '2', '3'],
      ['4', '5', '6'],
    ])
    expect(sorted[2]).toEqual(['7', '8'])
  })

  it('are none where nothing of the data is asked for', async () => {
    const { store, client } = plainStore(people)
    expect(await plainAnswer(store, '{ __typename }')).toBe('{"data":{"__typename":"Query"}}')
    expect(client.asked).toHaveLength(0)
  })
})

describe('a page', () => {
  const people = ':a a :P ; :n "A", "a" . :b a :P ; :n "B" . :c a :P ; :n "C" . :d a :P ; :n "D" .'
  const names = (json: string) =>
    JSON.parse(json).data.map(({ n }: { n: string | string[] }) => [n].flat().sort().join())

  it('is asked for its nodes, and then for what is shown of them', async () => {
    const { store, client } = plainStore(people)
    expect(names(await plainAnswer(store, '{ P(orderBy: iri, first: 2, skip: 1) { n } }'))).toEqual([
      'B',
      'C',
    ])
    expect(client.asked).toHaveLength(2)
    expect(client.asked[0]).toMatch(/LIMIT 2\nOFFSET 1\n}\nORDER BY \?0\nLIMIT 2\n$/)
    expect(client.asked[0]).not.toContain('UNION')
    expect(client.asked[1]).toContain('VALUES (?0) {\n(:b)\n(:c)\n}')
    // The conditions that chose the nodes need not be looked at again.
    expect(client.asked[1]).not.toMatch(/LIMIT|EXISTS/)
  })

  it('comes in its place among other parts', async () => {
    const { store, client } = plainStore(people)
    const json = await plainAnswer(store, '{ P { n } Q: P(first: 1, orderBy: iri) { n } R: P { n } }')
    const { data } = JSON.parse(json)
    expect([data.P, data.Q, data.R].map((list) => list.length)).toEqual([4, 1, 4])
    expect(client.asked).toHaveLength(4)
  })

  it('that is empty asks for nothing more, or nothing at all', async () => {
    const { store, client } = plainStore(people)
    expect(await plainAnswer(store, '{ P(first: 5, skip: 7) { n } }')).toBe('{"data":[]}')
    expect(client.asked).toHaveLength(1)
    expect(await plainAnswer(store, '{ P(first: 0) { n } }')).toBe('{"data":[]}')
    expect(client.asked).toHaveLength(1)
  })

  it('with a blank node is asked for as a whole', async () => {
    const { store, client } = plainStore(
      `${people} [] a :P ; :n "E", "e" .`,
      {},
      { union: true, relabel: true },
    )
    expect(names(await plainAnswer(store, '{ P(first: 3, orderBy: {field: n, desc: true}) { n } }'))).toEqual(
      ['E,e', 'A,a', 'D'],
    )
    expect(client.asked).toHaveLength(2)
  })

  it('tells by its plan of both queries', () => {
    const { store } = plainStore(people)
    const { plan } = compile({ query: '{ P(first: 3) { n } }' }, { namespaces: plainNamespaces })
    const { children } = store.plan(plan.query, { parts: plan.parts })
    expect(children.map(({ label }) => label)).toEqual([
      expect.stringContaining('LIMIT 3'),
      expect.stringContaining('VALUES (?0) { }'),
    ])
  })
})

describe('a query', () => {
  const graphs = ':a :p 1 . :g { :a :p 1 . :a :p 2 } :h { :a :p 2 . :a :p 3 }'

  it('of a user is sent with no order of ours', async () => {
    const { store, client } = plainStore(graphs)
    expect(await plainRows(store, 'SELECT ?v ?none { ?s :p ?v }')).toEqual(
      ['1', '1', '2', '2', '3'].map((value) => `^http://www.w3.org/2001/XMLSchema#integer"${value} -`),
    )
    expect(client.asked).toEqual(['PREFIX : <http://e.org/>\nSELECT ?v ?none\n{\n?s :p ?v .\n}\n'])
  })

  it('has the empty solution', async () => {
    const { store } = plainStore(graphs)
    expect(await plainRows(store, 'SELECT * { }')).toEqual([''])
  })

  it('matches each triple of an unnamed union once', async () => {
    const { store } = plainStore(graphs, { union: 'graphs' })
    expect(await plainRows(store, 'SELECT (COUNT(?v) AS ?n) (SUM(?v) AS ?s) { ?a :p ?v }')).toEqual([
      '^http://www.w3.org/2001/XMLSchema#integer"3 ^http://www.w3.org/2001/XMLSchema#integer"6',
    ])
    expect(
      await plainRows(store, 'SELECT ?v { ?s :p ?v FILTER NOT EXISTS { ?s :p ?w FILTER(?w > ?v) } }'),
    ).toEqual(['^http://www.w3.org/2001/XMLSchema#integer"3'])
  })

  it('is of a union that has a name', async () => {
    const { store, client } = plainStore(graphs, { union: { iri: 'http://e.org/all' } })
    await plainRows(store, 'SELECT ?v { ?s :p ?v }')
    expect(client.asked[0]).toContain('\nFROM <http://e.org/all>\n')
  })

  it('is of the dataset of the endpoint, which nothing is said of', async () => {
    const { store, client } = plainStore(graphs, { union: 'graphs' })
    await plainRows(
      store,
      'SELECT ?v FROM <tag:stardog:api:context:default> FROM NAMED <tag:stardog:api:context:named> { ?s :p ?v }',
    )
    expect(client.asked[0]).not.toMatch(/FROM|GRAPH/)
  })

  it.each([
    ['FROM :g', 2],
    ['FROM :g FROM :h', 3],
    ['FROM <tag:stardog:api:context:default> FROM :h', 3],
    ['FROM <tag:stardog:api:context:named>', 3],
    ['FROM <tag:stardog:api:context:default>', 1],
    ['FROM <tag:stardog:api:context:all>', 3],
    // Distinct, since Oxigraph counts a triple once for each of several graphs after FROM.
  ])('%s is of these graphs', async (from, count) => {
    const { store } = plainStore(graphs, { union: 'graphs' })
    expect(await plainRows(store, `SELECT DISTINCT ?v ${from} { ?s :p ?v }`)).toHaveLength(count)
  })

  it.each([
    ['SELECT * { ?a :p+ ?b }', 'property path'],
    [
      'SELECT * FROM <tag:stardog:api:context:local> FROM NAMED :g { ?a :p ?b GRAPH ?g { ?a :p ?b } }',
      'named graphs',
    ],
    [
      'SELECT * FROM :g FROM NAMED <tag:stardog:api:context:named> { ?a :p ?b GRAPH ?g { ?a :p ?b } }',
      'named graphs together',
    ],
    ['SELECT * { SERVICE <http://e.org/> { ?a :p ?b } }', 'SERVICE'],
  ])('%s is refused with the reason', async (text, reason) => {
    const { store } = plainStore(graphs, { union: 'graphs' })
    await expect(plainRows(store, text)).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining(reason),
    })
  })

  it('asks whether there is a solution', async () => {
    const { store } = plainStore(graphs)
    const ask = (text: string) => {
      const query = parseQuery(text, { namespaces: plainNamespaces })
      if (query.kind !== 'ask') throw new Error('No ASK')
      return store.ask(query)
    }
    expect(await ask('ASK { ?s :p 3 }')).toBe(true)
    expect(await ask('ASK { ?s :p 4 }')).toBe(false)
  })

  it('comes to each triple of a graph once', async () => {
    const { store } = plainStore(graphs)
    expect(await plainGraph(store, 'CONSTRUCT { ?s :q ?v . ?s :r :c } { ?s :p ?v }')).toHaveLength(4)
    expect(await plainGraph(store, 'CONSTRUCT { [] :q ?v } { ?s :p ?v } LIMIT 1')).toHaveLength(1)
    expect(await plainGraph(store, 'DESCRIBE :a')).toHaveLength(3)
  })
})

it('tells by its plan what is sent, and to which host, and how long it took', async () => {
  const { store } = plainStore(':a :p 1, 2 .')
  const query = parseQuery('SELECT ?v { ?s :p ?v }', { namespaces: plainNamespaces })
  if (query.kind !== 'select') throw new Error('No SELECT')
  const text = { label: 'PREFIX : <http://e.org/> SELECT ?v { ?s :p ?v . }', cardinality: 1, children: [] }
  expect(store.plan(query)).toEqual({
    label: 'Endpoint(user.example:8890)',
    cardinality: 1,
    children: [text],
  })
  const prepared = store.prepare(query, { profile: true })
  for await (const batch of prepared.run().batches) void batch
  expect(prepared.plan).toMatchObject({ rows: 2, milliseconds: expect.any(Number), children: [text] })
})

it('stops the exchange where the run is aborted', async () => {
  const { store } = plainStore(':a :p 1 .')
  const query = parseQuery('SELECT ?v { ?s :p ?v }', { namespaces: plainNamespaces })
  if (query.kind !== 'select') throw new Error('No SELECT')
  const { batches } = store.prepare(query).run({ signal: AbortSignal.abort(new Error('enough')) })
  await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow('enough')
})
