import { expect, it } from 'vitest'
import { blank, iri, languageString, literal, type Term, xsd } from '../../../rdf/term.ts'
import { changeDatabase } from '../change/change.ts'
import { openDatabase } from '../connection.ts'
import { Dictionary } from './dictionary.ts'
import { sortKey } from './sort-key.ts'

/** Ascending within each list, by family and key. */
const ascending: Readonly<Record<string, readonly Term[]>> = {
  numbers: [
    literal('-INF', xsd.double),
    literal('-1e300', xsd.double),
    literal('-9223372036854777900', xsd.integer),
    literal('-9223372036854775808', xsd.integer),
    literal('-9007199254740993', xsd.integer),
    literal('-9007199254740992', xsd.integer),
    literal('-1.5', xsd.decimal),
    literal('0', xsd.integer),
    literal('0.1', xsd.decimal),
    literal('9', xsd.integer),
    literal('10', xsd.integer),
    literal('10.5', xsd.decimal),
    literal('9007199254740992', xsd.double),
    literal('9007199254740993', xsd.integer),
    literal('9223372036854775806', xsd.integer),
    literal('9223372036854775807', xsd.integer),
    literal('9223372036854775808', xsd.integer),
    literal('1e300', xsd.double),
    literal('INF', xsd.double),
  ],
  booleans: [literal('false', xsd.boolean), literal('true', xsd.boolean)],
  moments: [
    literal('-0001-01-01T00:00:00Z', xsd.dateTime),
    literal('1969-12-31T23:59:59Z', xsd.dateTime),
    literal('2020-01-01T00:00:00+01:00', xsd.dateTime),
    literal('2020-01-01T00:00:00', xsd.dateTime),
    literal('2020-01-01T00:00:00.5Z', xsd.dateTime),
  ],
  kinds: [
    blank('b'),
    iri('http://example.org/a'),
    literal('5', xsd.integer),
    literal('true', xsd.boolean),
    literal('2020-01-01T00:00:00Z', xsd.dateTime),
    literal('2020-01-01', xsd.date),
    literal('12:00:00', xsd.time),
    literal('5'),
    languageString('5', 'en'),
  ],
}

it.each(Object.entries(ascending))('orders %s in SQL', async (_, terms) => {
  const database = openDatabase(':memory:')
  await changeDatabase(database, ({ interner }) => {
    for (const term of [...terms.toReversed()]) interner.intern(term)
  })
  const dictionary = new Dictionary(database)
  const rows = database.prepare('SELECT id FROM term ORDER BY family, key').all()
  expect(rows.map(({ id }) => dictionary.term(Number(id)))).toEqual(terms)
})

it.each([
  ['01', '1.0'],
  ['9007199254740993', '9007199254740993.0'],
  ['+5', '5'],
])('makes %s and %s equal', async (a, b) => {
  const database = openDatabase(':memory:')
  await changeDatabase(database, ({ interner }) => {
    interner.intern(literal(a, xsd.integer))
    interner.intern(literal(b, xsd.decimal))
  })
  expect(database.prepare('SELECT count(DISTINCT key) AS keys FROM term').get()).toEqual({ keys: 1 })
})

it.each([
  [literal('NaN', xsd.double), 3],
  [literal('abc', xsd.integer), 9],
  [literal('2020-02-30', xsd.date), 9],
  [literal('', xsd.boolean), 9],
  [literal('P1D', xsd.dayTimeDuration), 9],
  [languageString('5', 'en'), 9],
  [literal('5', 'http://example.org/length'), 9],
  [literal('5'), 8],
])('gives %j no key and the family %i', (term, family) => {
  expect(sortKey(term)).toEqual({ family, key: null })
})
