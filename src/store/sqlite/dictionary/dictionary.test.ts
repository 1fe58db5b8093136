import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryTerm } from '../../../../test/generate-terms.ts'
import { iri, literal, sameTerm, type Term, xsd } from '../../../rdf/term.ts'
import { changeDatabase } from '../change/change.ts'
import { openDatabase } from '../connection.ts'
import { Dictionary } from './dictionary.ts'

async function database(size: number) {
  const opened = openDatabase(':memory:')
  await changeDatabase(opened, ({ interner }) => {
    for (let n = 1; n <= size; n++) interner.intern(iri(`http://example.org/${n}`))
  })
  return opened
}

it('reads right terms however few it keeps', async () => {
  const dictionary = new Dictionary(await database(3_000), 4)
  dictionary.prefetch(Array.from({ length: 3_000 }, (_, n) => n + 1))
  for (const id of [1, 3_000, 1, 2, 3, 4, 5, 6, 7, 8, 1]) {
    expect(dictionary.term(id)).toEqual(iri(`http://example.org/${id}`))
  }
})

it('gives the same object for a term that it has kept', async () => {
  const dictionary = new Dictionary(await database(1))
  expect(dictionary.term(1)).toBe(dictionary.term(1))
})

it('passes over numbers that do not exist when it reads ahead, and refuses them when asked', async () => {
  const dictionary = new Dictionary(await database(2))
  dictionary.prefetch([1, 99, 2, 2])
  dictionary.prefetch([])
  expect(() => dictionary.term(99)).toThrow('no term 99')
  expect(() => dictionary.term(0)).toThrow('no term 0')
})

it('gives the cell of an unknown term as its text, and reads it back', async () => {
  const dictionary = new Dictionary(await database(1))
  const unknown = literal('7', 'http://example.org/never-seen')
  expect(dictionary.lookup(unknown)).toBeUndefined()
  expect(dictionary.cellOf(unknown)).toBe('^http://example.org/never-seen"7')
  expect(dictionary.term(dictionary.cellOf(unknown))).toEqual(unknown)
})

it('finds terms and datatypes that another change has added since', async () => {
  const opened = await database(1)
  const dictionary = new Dictionary(opened)
  const later = literal('7', 'http://example.org/length')
  expect(dictionary.lookup(later)).toBeUndefined()
  const id = await changeDatabase(opened, ({ interner }) => interner.intern(later))
  expect(dictionary.lookup(later)).toBe(id)
  expect(new Dictionary(opened).term(id)).toEqual(later)
})

it('forgets what a change that was rolled back had numbered', async () => {
  const opened = await database(1)
  const dictionary = new Dictionary(opened)
  const gone = literal('7', 'http://example.org/gone')
  const change = changeDatabase(opened, ({ interner }) => {
    dictionary.term(interner.intern(gone))
    throw new Error('no')
  })
  await expect(change).rejects.toThrow('no')
  dictionary.clear()
  const kept = literal('7', 'http://example.org/kept')
  const id = await changeDatabase(opened, ({ interner }) => interner.intern(kept))
  expect(dictionary.lookup(gone)).toBeUndefined()
  expect(dictionary.term(id)).toEqual(kept)
})

it('keeps equal numbers of different datatypes, and different forms of one number, apart', async () => {
  const opened = openDatabase(':memory:')
  const forms = [
    literal('1', xsd.integer),
    literal('01', xsd.integer),
    literal('1', xsd.decimal),
    literal('1'),
  ]
  const ids = await changeDatabase(opened, ({ interner }) => forms.map((form) => interner.intern(form)))
  expect(ids).toEqual([1, 2, 3, 4])
})

it('gives back every term and finds it by value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryTerm, { maxLength: 40 }), fc.boolean(), async (terms, twice) => {
      const database = openDatabase(':memory:')
      const half = twice ? Math.floor(terms.length / 2) : 0
      const ids = await changeDatabase(database, ({ interner }) =>
        terms.slice(0, half).map((t) => interner.intern(t)),
      )
      ids.push(
        ...(await changeDatabase(database, ({ interner }) =>
          terms.slice(half).map((t) => interner.intern(t)),
        )),
      )
      const dictionary = new Dictionary(database)
      dictionary.prefetch(ids)
      const seen: Term[] = []
      terms.forEach((term, index) => {
        expect(dictionary.term(ids[index] ?? 0)).toEqual(term)
        expect(new Dictionary(database).term(ids[index] ?? 0)).toEqual(term)
        expect(dictionary.lookup(term)).toBe(ids[index])
        expect(dictionary.cellOf(term)).toBe(ids[index])
        if (!seen.some((other) => sameTerm(other, term))) seen.push(term)
        expect(ids[index]).toBe(seen.findIndex((other) => sameTerm(other, term)) + 1)
      })
      database.close()
    }),
    { numRuns: 60 },
  )
})
