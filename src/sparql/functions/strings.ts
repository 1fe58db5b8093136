import { type Literal, languageString, literal, rdf, type Term, xsd } from '../../rdf/term.ts'
import { codePointLength } from './code-points.ts'
import { numericOf, toDouble } from './numbers.ts'

/** A string literal: `xsd:string`, or with a language. */
export function stringOf(term: Term | undefined): Literal | undefined {
  return term?.kind === 'literal' && (term.datatype === xsd.string || term.datatype === rdf.langString)
    ? term
    : undefined
}

/** The characters of a literal that must be an `xsd:string`. */
export function simpleStringOf(term: Term | undefined): string | undefined {
  return term?.kind === 'literal' && term.datatype === xsd.string ? term.value : undefined
}

/** Another string with the language of the given one. */
export function likeString(model: Literal, value: string): Literal {
  return model.language === '' ? literal(value) : languageString(value, model.language)
}

/** Two string literals that may be arguments of one function (SPARQL 1.1, 17.4.3.1.2); `undefined` otherwise. */
function compatible(a: Term | undefined, b: Term | undefined): readonly [Literal, Literal] | undefined {
  const first = stringOf(a)
  const second = stringOf(b)
  if (first === undefined || second === undefined) return undefined
  return second.datatype === xsd.string || second.language === first.language ? [first, second] : undefined
}

/** STRSTARTS, STRENDS and CONTAINS (17.4.3.5 to 17.4.3.7). */
export function stringTest(
  test: 'startsWith' | 'endsWith' | 'includes',
  a: Term | undefined,
  b: Term | undefined,
): boolean | undefined {
  const pair = compatible(a, b)
  return pair?.[0].value[test](pair[1].value)
}

/** STRBEFORE (17.4.3.9). */
export function stringBefore(a: Term | undefined, b: Term | undefined): Literal | undefined {
  const pair = compatible(a, b)
  if (pair === undefined) return undefined
  const at = pair[0].value.indexOf(pair[1].value)
  return at < 0 ? literal('') : likeString(pair[0], pair[0].value.slice(0, at))
}

/** STRAFTER (17.4.3.10). */
export function stringAfter(a: Term | undefined, b: Term | undefined): Literal | undefined {
  const pair = compatible(a, b)
  if (pair === undefined) return undefined
  const at = pair[0].value.indexOf(pair[1].value)
  return at < 0 ? literal('') : likeString(pair[0], pair[0].value.slice(at + pair[1].value.length))
}

/**
 * SUBSTR (17.4.3.3): the characters from the position `start`, counted from 1, as many as `length` says; both are
 * rounded, and positions outside of the string are empty.
 */
export function substring(
  text: Term | undefined,
  start: Term | undefined,
  length?: Term,
): Literal | undefined {
  const source = stringOf(text)
  const from = start && numericOf(start)
  const count = length && numericOf(length)
  if (source === undefined || from === undefined || (length !== undefined && count === undefined))
    return undefined
  const first = Math.round(toDouble(from))
  const end = count === undefined ? Number.POSITIVE_INFINITY : first + Math.round(toDouble(count))
  // NaN compares with nothing, so that no position is inside.
  if (!(first < end)) return likeString(source, '')
  const characters = [...source.value]
  return likeString(source, characters.slice(Math.max(first, 1) - 1, Math.max(end, 1) - 1).join(''))
}

/** STRLEN (17.4.3.2): code points. */
export function stringLength(text: Term | undefined): number | undefined {
  const source = stringOf(text)
  return source && codePointLength(source.value)
}

/** CONCAT (17.4.3.12): of the language that all arguments share, else a simple string. */
export function concatenate(texts: readonly Term[]): Literal | undefined {
  const parts: Literal[] = []
  for (const text of texts) {
    const part = stringOf(text)
    if (part === undefined) return undefined
    parts.push(part)
  }
  const value = parts.map((part) => part.value).join('')
  const [first] = parts
  return first !== undefined && parts.every((part) => part.language === first.language)
    ? likeString(first, value)
    : literal(value)
}

/** ENCODE_FOR_URI (17.4.3.11): everything but the unreserved characters of RFC 3986 is percent-encoded. */
export function encodeForUri(text: Term | undefined): Literal | undefined {
  const source = stringOf(text)
  if (source === undefined || !source.value.isWellFormed()) return undefined
  const encoded = encodeURIComponent(source.value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return literal(encoded)
}

/** LANGMATCHES (17.4.3.13): basic filtering of RFC 4647, 3.3.1; `*` matches every tag but the empty one. */
export function languageMatches(tag: Term | undefined, range: Term | undefined): boolean | undefined {
  const language = simpleStringOf(tag)?.toLowerCase()
  const wanted = simpleStringOf(range)?.toLowerCase()
  if (language === undefined || wanted === undefined) return undefined
  if (wanted === '*') return language !== ''
  return language === wanted || (wanted !== '' && language.startsWith(`${wanted}-`))
}
