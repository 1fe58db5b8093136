import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blank, iri, languageString, literal, sameTerm, type Term } from '../../rdf/term.ts'
import { changeDatabase } from './change.ts'
import { openDatabase } from './connection.ts'
import { Dictionary } from './dictionary.ts'
import { decodeTerm, encodeTerm } from './term-text.ts'

/** Texts with what quoting and storing could get wrong; well-formed, as all text that is stored. */
const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\q',
    '\\\\"',
    '\u0000',
    'a\u0000b',
    '\uFEFF',
    '😀',
    '5',
    ' 5',
    "'",
    '\r\n',
    'é',
    'e\u0301',
  ),
)

const arbitraryTerm: fc.Arbitrary<Term> = fc.oneof(
  arbitraryText.map(iri),
  arbitraryText.map(blank),
  fc
    .tuple(
      arbitraryText,
      fc.oneof(
        arbitraryText.map((text) => `http://example.org/${text}`),
        arbitraryText,
      ),
    )
    .map(([value, datatype]) => literal(value, datatype === '' ? 'x' : datatype)),
  arbitraryText.map((value) => literal(value)),
  fc
    .tuple(arbitraryText, fc.oneof(fc.constantFrom('en', 'en-gb', 'de'), arbitraryText))
    .map(([value, tag]) => languageString(value, tag)),
)

describe('encodeTerm', () => {
  it('gives back every term', () => {
    fc.assert(
      fc.property(arbitraryTerm, (term) => {
        expect(decodeTerm(encodeTerm(term))).toEqual(term)
      }),
    )
  })

  it('is equal for the same term only', () => {
    fc.assert(
      fc.property(arbitraryTerm, arbitraryTerm, (a, b) => {
        expect(encodeTerm(a) === encodeTerm(b)).toBe(sameTerm(a, b))
      }),
    )
  })

  it.each([
    [iri('http://example.org/a'), '<http://example.org/a'],
    [blank('b0'), '_b0'],
    [literal('say "hi"'), '"say "hi"'],
    [languageString('chat', 'FR'), '@fr"chat'],
    [literal('5', 'http://example.org/"\\'), '^http://example.org/\\q\\\\"5'],
  ])('writes %j', (term, text) => {
    expect(encodeTerm(term)).toBe(text)
  })

  it.each(['', 'x', '@en', '^http://example.org/'])('refuses %j', (text) => {
    expect(() => decodeTerm(text)).toThrow('does not hold the text of a term')
  })
})

describe('the dictionary', () => {
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
})
