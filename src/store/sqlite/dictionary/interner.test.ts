import { expect, it } from 'vitest'
import { blank, iri, languageString, literal, type Term } from '../../../rdf/term.ts'
import { openDatabase } from '../connection.ts'
import { Interner } from './interner.ts'

/** Terms of every kind that agree in their values. */
const terms: readonly Term[] = Array.from({ length: 200 }, (_, n) => [
  iri(`v:${n}`),
  blank(`v:${n}`),
  literal(`v:${n}`),
  languageString(`v:${n}`, 'en'),
  languageString(`v:${n}`, 'de'),
  literal(`v:${n}`, `d:${n % 3}`),
  literal(`v:${n}`.padEnd(300)),
]).flat()

it.each([3, 100, 10_000])('gives each term one number while it remembers about %i', (capacity) => {
  const database = openDatabase(':memory:')
  database.exec('BEGIN')
  const interner = new Interner(database, capacity)
  const numbers = [...terms, ...terms.toReversed()].map((term) => interner.intern(term))
  interner.finish()
  database.exec('COMMIT')
  const once = terms.map((_, index) => index + 1)
  expect(numbers).toEqual([...once, ...once.toReversed()])
  expect(database.prepare('SELECT count(*) AS n FROM term').get()).toEqual({ n: terms.length })
  const indexes = database.prepare(
    `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'term'`,
  )
  expect(indexes.get()).toEqual({ n: 2 })
})

it('goes on where an earlier change ended', () => {
  const database = openDatabase(':memory:')
  for (const part of [terms.slice(0, 700), terms.slice(500)]) {
    const interner = new Interner(database)
    for (const term of part) interner.intern(term)
    interner.finish()
  }
  const again = new Interner(database)
  expect(terms.map((term) => again.intern(term))).toEqual(terms.map((_, index) => index + 1))
})

it('gives the same numbers after it forgot them, and has the indexes by then', () => {
  const database = openDatabase(':memory:')
  database.exec('BEGIN')
  const interner = new Interner(database)
  const numbers = terms.map((term) => interner.intern(term))
  interner.forget()
  expect(terms.map((term) => interner.lookup(term))).toEqual(numbers)
  expect(terms.map((term) => interner.intern(term))).toEqual(numbers)
  expect(interner.intern(iri('v:new'))).toBe(numbers.length + 1)
  interner.finish()
  database.exec('COMMIT')
  const { n } = database.prepare('SELECT count(*) AS n FROM term').get() ?? {}
  expect(n).toBe(numbers.length + 1)
})
