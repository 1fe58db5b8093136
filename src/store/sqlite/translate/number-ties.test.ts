import { afterEach, expect, it } from 'vitest'
import { iri, literal, xsd } from '../../../rdf/term.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'
import { excessOf } from './number-ties.ts'

/** Ascending; each differs from its neighbours by less than a double tells. */
const numbers = [
  '-12345678901234567891',
  '-12345678901234567890',
  '0.09999999999999999999999',
  '0.1',
  '0.10000000000000000001',
  '1',
  '1.00000000000000000001',
  '9007199254740993',
  '9007199254740993.5',
  '9007199254740994',
  '12345678901234567890',
  '12345678901234567891',
  '1234567890123456789012345678901234567890.00000000001',
  '1234567890123456789012345678901234567890.00000000002',
]

const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

async function answer(pattern: string): Promise<readonly string[]> {
  const database = openDatabase(inMemory)
  const shuffled = numbers.toSorted((a, b) => (a.length + a < b.length + b ? 1 : -1))
  const quads = shuffled.map((value) => ({
    subject: iri('urn:s'),
    predicate: iri('urn:p'),
    object: literal(value, value.includes('.') ? xsd.decimal : xsd.integer),
    graph: null,
  }))
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  opened.push(store)
  const query = parseQuery(`SELECT ?o ${pattern}`, { namespaces: new Map() })
  if (query.kind !== 'select') throw new Error('No SELECT')
  const { batches, term } = store.select(query)
  const found: string[] = []
  for await (const batch of batches)
    for (const [cell] of batch) found.push(cell == null ? '-' : term(cell).value)
  return found
}

it('orders numbers of one key', async () => {
  await expect(answer('{ ?s ?p ?o } ORDER BY ?o')).resolves.toEqual(numbers)
  await expect(answer('{ ?s ?p ?o } ORDER BY DESC(?o)')).resolves.toEqual(numbers.toReversed())
  await expect(answer('{ ?s ?p ?o } ORDER BY (?o + 0)')).resolves.toEqual(numbers)
})

it.each(numbers.map((value, index) => [value, index] as const))('compares with %s', async (value, index) => {
  const filtered = (condition: string) => answer(`{ ?s ?p ?o FILTER(${condition}) } ORDER BY ?o`)
  await expect(filtered(`?o = ${value}`)).resolves.toEqual([value])
  await expect(filtered(`?o IN (${value}, "x")`)).resolves.toEqual([value])
  await expect(filtered(`?o < ${value}`)).resolves.toEqual(numbers.slice(0, index))
  await expect(filtered(`?o >= ${value}`)).resolves.toEqual(numbers.slice(index))
  await expect(filtered(`?o != ${value}`)).resolves.toEqual(numbers.toSpliced(index, 1))
})

it('compares stored numbers', async () => {
  const pairs = answer('{ ?s ?p ?o, ?q FILTER(?o > ?q) } ORDER BY ?o')
  await expect(pairs).resolves.toEqual(numbers.flatMap((value, index) => Array(index).fill(value)))
  await expect(answer('{ ?s ?p ?o, ?q FILTER(?o = ?q) } ORDER BY ?o')).resolves.toEqual(numbers)
})

it('tells how much a number exceeds its key', () => {
  const ascending = [
    excessOf('-5', '1'),
    excessOf('0.05', '1'),
    excessOf('0.5', '1'),
    excessOf('0.55', '1'),
    excessOf('0.555', '1'),
    excessOf(' +1.0', '1'),
    excessOf('1.00000000000000000001', '1'),
    excessOf('1.00000000000000000002', '1.0'),
    excessOf('1.5', '1'),
    excessOf('1.55', '1e0'),
    excessOf('12345678901234567891', '1.0e+00'),
  ]
  expect(ascending.toSorted()).toEqual(ascending)
  expect(new Set(ascending).size).toBe(ascending.length)
})
