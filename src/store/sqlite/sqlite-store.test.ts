import type { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { iri, literal, type Quad, rdf, type Term, xsd } from '../../rdf/term.ts'
import {
  bgp,
  call,
  type Expression,
  filter,
  join,
  type Operation,
  type PatternTerm,
  type TriplePattern,
  term,
  union,
  variable,
} from '../../sparql/algebra.ts'
import type { PlanNode, SelectOptions } from '../store.ts'
import { loadQuads } from './change/load.ts'
import { inMemory, openDatabase } from './connection.ts'
import { createSqliteStore, type SqliteStore } from './sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const type = iri(rdf.type)
const pattern = (subject: string, predicate: string, object: string | PatternTerm): TriplePattern => ({
  subject: variable(subject),
  predicate: predicate === 'type' ? type : ex(predicate),
  object: typeof object === 'string' ? variable(object) : object,
})

const opened: DatabaseSync[] = []
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

async function storeOf(quads: readonly Quad[]): Promise<SqliteStore & { readonly database: DatabaseSync }> {
  const database = openDatabase(inMemory)
  opened.push(database)
  await loadQuads(database, [quads])
  return { ...createSqliteStore(database), database }
}

function quad(subject: string, predicate: string, object: Term, graph: Quad['graph'] = null): Quad {
  return { subject: ex(subject), predicate: predicate === 'type' ? type : ex(predicate), object, graph }
}

/** Persons with a name and an age, and five others that they know, in an order that is not that of their names. */
function people(count: number): readonly Quad[] {
  const persons = Array.from({ length: count }, (_, index) => quad(`p${index}`, 'type', ex('Person')))
  const facts = persons.map((_, index) => [
    quad(`p${index}`, 'name', literal(`name ${(index * 7) % count}`)),
    quad(`p${index}`, 'age', literal(String(index % 90), xsd.integer)),
    ...[1, 2, 3, 4, 5].map((step) => quad(`p${index}`, 'knows', ex(`p${(index + step * 11) % count}`))),
    quad(`p${index}`, 'mail', literal(`a${index}@example.com`)),
    quad(`p${index}`, 'mail', literal(`b${index}@example.com`)),
  ])
  return [...persons, ...facts.flat()]
}

async function rowsOf(
  store: SqliteStore,
  operation: Operation,
  options?: SelectOptions,
): Promise<string[][]> {
  const solutions = store.select({ kind: 'select', operation }, options)
  const rows: string[][] = []
  for await (const batch of solutions.batches) {
    for (const row of batch) rows.push(row.map((cell) => (cell === null ? '-' : solutions.term(cell).value)))
  }
  return rows
}

function sqlitePlan(
  { prepare, database }: SqliteStore & { readonly database: DatabaseSync },
  operation: Operation,
  options?: SelectOptions,
): readonly string[] {
  const { text, parameters } = prepare({ kind: 'select', operation }, options)
  return database
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...parameters)
    .map((row) => String(row['detail']))
}

const hasPerson = pattern('0', 'type', ex('Person'))
const number = (value: number) => term(literal(String(value), xsd.integer))

function labels(node: PlanNode): readonly string[] {
  return [node.label, ...node.children.flatMap(labels)]
}

it('plans a query on an empty database', async () => {
  const store = await storeOf([])
  const operation = bgp([pattern('0', 'type', ex('Character')), pattern('0', 'name', '1')])
  const plan = store.plan({
    kind: 'select',
    operation: { kind: 'project', operand: operation, variables: ['0', '1'] },
  })
  expect(plan).toMatchObject({ label: 'Projection(?0, ?1)', cardinality: 1 })
  expect(await rowsOf(store, operation)).toEqual([])
})

it('names the scans and joins of a plan', async () => {
  const store = await storeOf(people(100))
  const operation = bgp([hasPerson, pattern('0', 'name', '1')])
  expect(labels(store.plan({ kind: 'select', operation }))).toEqual([
    'Projection(?0, ?1)',
    'NestedLoopJoin',
    `Scan[POS](?0, <${rdf.type}>, <http://example.com/Person>)`,
    'Scan[PSO](?0, <http://example.com/name>, ?1)',
  ])
})

it('measures what a prepared query took', async () => {
  const store = await storeOf(people(20))
  const prepared = store.prepare({ kind: 'select', operation: bgp([hasPerson]) }, { profile: true })
  expect(prepared.plan.rows).toBeUndefined()
  for await (const batch of prepared.run().batches) expect(batch).toHaveLength(20)
  expect(prepared.plan.rows).toBe(20)
  expect(prepared.plan.milliseconds).toBeGreaterThanOrEqual(0)
})

it('finds a string argument through the index of the dictionary', async () => {
  const store = await storeOf(people(500))
  const condition = call(
    '&&',
    call('isLiteral', variable('1')),
    call('=', call('STR', variable('1')), term(literal('name 7'))),
  )
  const operation = filter(bgp([hasPerson, pattern('0', 'name', '1')]), [condition])
  const plan = sqlitePlan(store, operation, { grouping: ['0'] })
  expect(plan[0]).toMatch(/^SEARCH t\d+ USING COVERING INDEX term_value \(value=\?\)$/)
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
  expect(await rowsOf(store, operation)).toEqual([['http://example.com/p1', 'name 7']])
})

it('finds numbers through the index of keys', async () => {
  const store = await storeOf(people(500))
  const operation = filter(bgp([hasPerson, pattern('0', 'age', '1')]), [call('>', variable('1'), number(88))])
  expect(sqlitePlan(store, operation)[0]).toMatch(
    /^SEARCH t\d+ USING COVERING INDEX term_key \(family=\? AND key>\?\)$/,
  )
  expect(await rowsOf(store, operation, { grouping: ['0'] })).toEqual(
    [89, 179, 269, 359, 449].map((index) => [`http://example.com/p${index}`, '89']),
  )
})

it.each<[string, Operation, readonly string[]]>([
  ['single values', bgp([hasPerson, pattern('0', 'name', '1'), pattern('0', 'age', '2')]), ['0']],
  ['one list', bgp([hasPerson, pattern('0', 'name', '1'), pattern('0', 'knows', '2')]), ['0', '2']],
  [
    'a list of single values',
    bgp([hasPerson, pattern('0', 'knows', '2'), pattern('2', 'name', '3')]),
    ['0', '2'],
  ],
  [
    'an optional list',
    { kind: 'leftJoin', left: bgp([hasPerson]), right: bgp([pattern('0', 'knows', '2')]) },
    ['0', '2'],
  ],
  [
    'a page',
    {
      kind: 'slice',
      offset: 0,
      limit: 10,
      operand: { kind: 'project', variables: ['0'], operand: bgp([hasPerson, pattern('0', 'name', '1')]) },
    },
    ['0'],
  ],
])('reads %s grouped, without sorting', async (_, operation, grouping) => {
  const store = await storeOf(people(300))
  const plan = sqlitePlan(store, operation, { grouping })
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN q/.test(step))).toEqual([])
})

it('sorts where loops do not come in the order that is wanted', async () => {
  const store = await storeOf(people(50))
  const operation = bgp([hasPerson, pattern('0', 'name', '1')])
  expect(sqlitePlan(store, operation, { grouping: ['1'] }).join()).toMatch(/TEMP B-TREE/)
})

it('joins lists arm by arm: as many rows as values', async () => {
  const store = await storeOf(people(100))
  const core = bgp([hasPerson, pattern('0', 'name', '1')])
  const arms = union([bgp([pattern('0', 'knows', '2')]), bgp([pattern('0', 'mail', '3')])])
  const rows = await rowsOf(store, join([core, arms]), { grouping: ['0'] })
  expect(rows).toHaveLength(100 * 5 + 100 * 2)
  expect([...new Set(rows.map(([root]) => root))]).toEqual(
    Array.from({ length: 100 }, (_, index) => `http://example.com/p${index}`),
  )
  expect(rows.findIndex(([root]) => root === 'http://example.com/p1')).toBe(7)
})

it('gives the first nodes that were inserted where a slice has no order', async () => {
  const store = await storeOf(people(40))
  const operation: Operation = {
    kind: 'slice',
    offset: 3,
    limit: 2,
    operand: { kind: 'project', variables: ['0'], operand: bgp([hasPerson, pattern('0', 'name', '1')]) },
  }
  const all = await rowsOf(store, bgp([hasPerson]), { grouping: ['0'] })
  expect(all[0]).toEqual(['http://example.com/p0'])
  expect(await rowsOf(store, operation)).toEqual(all.slice(3, 5))
})

it('ends a query whose consumer stops', async () => {
  const store = await storeOf(people(2_000))
  const solutions = store.select({ kind: 'select', operation: bgp([hasPerson]) })
  for await (const batch of solutions.batches) {
    expect(batch.length).toBeLessThan(2_000)
    break
  }
  // A statement that was still being read would not let the table be dropped.
  expect(() => store.database.exec('DROP TABLE graph_count')).not.toThrow()
})

it('ends a query by its signal', async () => {
  const store = await storeOf(people(3_000))
  const controller = new AbortController()
  const solutions = store.select(
    { kind: 'select', operation: bgp([hasPerson]) },
    { signal: controller.signal },
  )
  const read = async () => {
    for await (const _ of solutions.batches) controller.abort()
  }
  await expect(read()).rejects.toMatchObject({ kind: 'queryCancelled' })
})

it('runs a prepared query twice at once', async () => {
  const store = await storeOf(people(1_500))
  const condition: Expression = call('>', call('+', variable('1'), number(1)), number(0))
  const prepared = store.prepare({
    kind: 'select',
    operation: filter(bgp([pattern('0', 'age', '1')]), [condition]),
  })
  const [first, second] = [prepared.run(), prepared.run()]
  let rows = 0
  for await (const batch of first.batches) {
    rows += batch.length
    for await (const other of second.batches) rows += other.length
  }
  expect(rows).toBe(3_000)
})

it('counts nothing as zero', async () => {
  const store = await storeOf(people(3))
  const count: Operation = {
    kind: 'group',
    operand: bgp([pattern('0', 'absent', '1')]),
    keys: [],
    aggregates: [{ variable: 'n', function: 'count', distinct: false }],
  }
  expect(await rowsOf(store, count)).toEqual([['0']])
})

it('has a triple of several graphs once in their union, and once in each graph', async () => {
  const graphs = [null, ex('g1'), ex('g2')]
  const store = await storeOf(graphs.map((graph) => quad('a', 'name', literal('x'), graph)))
  const names = bgp([pattern('0', 'name', '1')])
  expect(await rowsOf(store, names)).toHaveLength(1)
  expect(await rowsOf(store, { kind: 'graph', name: variable('g'), operand: names })).toHaveLength(2)
  const merged = store.select({
    kind: 'select',
    operation: names,
    dataset: { default: ['http://example.com/g1', 'http://example.com/g2'], named: [] },
  })
  const rows: unknown[] = []
  for await (const batch of merged.batches) rows.push(...batch)
  expect(rows).toHaveLength(1)
})

it('joins more patterns than SQLite joins tables', async () => {
  const store = await storeOf(people(5))
  const chain = Array.from({ length: 200 }, (_, index) => pattern(`${index}`, 'next', `${index + 1}`))
  expect(await rowsOf(store, bgp(chain))).toEqual([])
  const again = Array.from({ length: 150 }, (_, index) => pattern('0', 'name', `n${index}`))
  const rows = await rowsOf(store, bgp([hasPerson, ...again]), { grouping: ['0'] })
  expect(rows.map(([root, ...rest]) => [root, new Set(rest).size])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [`http://example.com/p${index}`, 1]),
  )
  const optionals = again.reduce<Operation>(
    (left, one) => ({ kind: 'leftJoin', left, right: bgp([one]) }),
    bgp([hasPerson]),
  )
  expect(await rowsOf(store, optionals)).toHaveLength(5)
})

it('puts more arms together than SQLite does in one union', async () => {
  const store = await storeOf(people(2))
  const arms = Array.from({ length: 1_000 }, (_, index) => bgp([pattern('0', 'name', `${index % 7}x`)]))
  expect(await rowsOf(store, union(arms), { grouping: ['0'] })).toHaveLength(2_000)
})

it('filters by very many alternatives', async () => {
  const store = await storeOf(people(5))
  const names = Array.from({ length: 3_000 }, (_, index) => term(literal(`name ${index}`)))
  const isOne = filter(bgp([pattern('0', 'name', '1')]), [call('IN', variable('1'), ...names)])
  expect(await rowsOf(store, isOne)).toHaveLength(5)
  const isNone = filter(bgp([pattern('0', 'name', '1')]), [call('NOT IN', variable('1'), ...names)])
  expect(await rowsOf(store, isNone)).toHaveLength(0)
})

it('measures the rows of each arm of a union', async () => {
  const store = await storeOf(people(20))
  const arms = union([bgp([pattern('0', 'knows', '2')]), bgp([pattern('0', 'mail', '3')])])
  const operation = join([bgp([hasPerson, pattern('0', 'name', '1')]), arms])
  const prepared = store.prepare({ kind: 'select', operation }, { profile: true, grouping: ['0'] })
  for await (const batch of prepared.run().batches) expect(batch).toHaveLength(140)
  const [sort] = prepared.plan.children
  expect(sort?.label).toBe('Sort')
  expect(sort?.children[0]?.children.map((arm) => arm.rows)).toEqual([100, 40])
})

it('aggregates nothing, and values that are no numbers, as SPARQL does', async () => {
  const store = await storeOf([...people(3), quad('p0', 'age', literal('old'))])
  const over = (name: 'sum' | 'avg' | 'min' | 'max' | 'groupConcat', predicate: string): Operation => ({
    kind: 'group',
    operand: bgp([pattern('0', predicate, '1')]),
    keys: [],
    aggregates: [
      { variable: 'n', function: name, distinct: false, expression: variable('1'), separator: '|' },
    ],
  })
  expect(await rowsOf(store, over('sum', 'absent'))).toEqual([['0']])
  expect(await rowsOf(store, over('avg', 'absent'))).toEqual([['0']])
  expect(await rowsOf(store, over('min', 'absent'))).toEqual([['-']])
  expect(await rowsOf(store, over('sum', 'age'))).toEqual([['-']])
  expect(await rowsOf(store, over('min', 'age'))).toEqual([['0']])
  expect(await rowsOf(store, over('max', 'age'))).toEqual([['old']])
  const [[names = ''] = []] = await rowsOf(store, over('groupConcat', 'name'))
  expect(names.split('|').sort()).toEqual(['name 0', 'name 1', 'name 2'])
})

it('orders terms of all kinds: unbound, blank nodes, IRIs, numbers, booleans, dates, strings', async () => {
  const values: readonly Term[] = [
    literal('b'),
    literal('true', xsd.boolean),
    literal('10', xsd.integer),
    ex('iri'),
    literal('9.5', xsd.decimal),
    literal('2020-01-01T00:00:00Z', xsd.dateTime),
    literal('B'),
    { kind: 'blank', value: 'x' },
    literal('1.05e1', xsd.double),
  ]
  const store = await storeOf([
    quad('none', 'type', ex('Thing')),
    ...values.flatMap((value, index) => [
      quad(`v${index}`, 'type', ex('Thing')),
      quad(`v${index}`, 'value', value),
    ]),
  ])
  const sorted = (descending: boolean): Operation => ({
    kind: 'project',
    variables: ['1'],
    operand: {
      kind: 'orderBy',
      comparators: [{ expression: variable('1'), descending }],
      operand: {
        kind: 'leftJoin',
        left: bgp([pattern('0', 'type', ex('Thing'))]),
        right: bgp([pattern('0', 'value', '1')]),
      },
    },
  })
  const ascending = (await rowsOf(store, sorted(false))).flat()
  expect(ascending[0]).toBe('-')
  expect(ascending.slice(2)).toEqual([
    'http://example.com/iri',
    '9.5',
    '10',
    '1.05e1',
    'true',
    '2020-01-01T00:00:00Z',
    'B',
    'b',
  ])
  expect((await rowsOf(store, sorted(true))).flat()).toEqual(ascending.toReversed())
})

it('leaves terms of equal value to the next comparator', async () => {
  const ages = [literal('35', xsd.integer), literal('35.0', xsd.decimal), literal('3.5e1', xsd.double)]
  const store = await storeOf(ages.map((age, index) => quad(`v${index}`, 'age', age)))
  const query: Operation = {
    kind: 'project',
    variables: ['0'],
    operand: {
      kind: 'orderBy',
      comparators: [
        { expression: variable('1'), descending: false },
        { expression: variable('0'), descending: true },
      ],
      operand: bgp([pattern('0', 'age', '1')]),
    },
  }
  const names = (await rowsOf(store, query)).flat()
  expect(names).toEqual(['v2', 'v1', 'v0'].map((name) => `http://example.com/${name}`))
})
