import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryTerm } from '../../test/generate-terms.ts'
import { blank, iri, languageString, literal, sameTerm } from './term.ts'
import { termKey, termOfKey } from './term-key.ts'

describe('the key of a term', () => {
  it('gives back every term', () => {
    fc.assert(
      fc.property(arbitraryTerm, (term) => {
        expect(termOfKey(termKey(term))).toEqual(term)
      }),
    )
  })

  it('is equal for the same term only', () => {
    fc.assert(
      fc.property(arbitraryTerm, arbitraryTerm, (a, b) => {
        expect(termKey(a) === termKey(b)).toBe(sameTerm(a, b))
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
    expect(termKey(term)).toBe(text)
  })

  it.each(['', 'x', '@en', '^http://example.org/'])('refuses %j', (text) => {
    expect(() => termOfKey(text)).toThrow('the key of no term')
  })
})
