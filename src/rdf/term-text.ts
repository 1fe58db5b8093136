import { ServiceError } from '../errors.ts'
import { isBlankLabel, isIriReference, isLanguageTag } from './names.ts'
import { type BlankNode, type Literal, type Term, xsd } from './term.ts'

/** A term as N-Triples has it, and Turtle, TriG, N-Quads and TSV too (RDF 1.1 N-Triples, section 2). */
export function termText(term: Term): string {
  switch (term.kind) {
    case 'iri':
      return iriText(term.value)
    case 'blank':
      return blankText(term)
    case 'literal':
      return literalText(term, iriText)
  }
}

/**
 * An IRI between `<` and `>`.
 *
 * @throws ServiceError `unsupported` where it has characters that no IRI has
 */
export function iriText(value: string): string {
  if (isIriReference(value)) return `<${value}>`
  throw new ServiceError(
    'unsupported',
    `${JSON.stringify(value)} cannot be written as an IRI: spaces and the characters <>"{}|^\`\\ are not allowed in one.`,
  )
}

/** A blank node with `_:` before its label. */
export function blankText(node: BlankNode): string {
  return `_:${blankLabel(node)}`
}

/**
 * The label of a blank node as every syntax takes one, XML's `rdf:nodeID` too: its own wherever that is possible. Another
 * one becomes `x-` and its code units in hexadecimal digits, so that different nodes have different labels.
 */
export function blankLabel({ value }: BlankNode): string {
  if (!value.startsWith('x-') && isBlankLabel(value)) return value
  let label = 'x-'
  for (let at = 0; at < value.length; at++) label += value.charCodeAt(at).toString(16).padStart(4, '0')
  return label
}

/** A literal, its datatype written by `datatypeText`. */
export function literalText(literal: Literal, datatypeText: (iri: string) => string): string {
  const text = `"${escapedString(literal.value)}"`
  if (literal.language !== '') return `${text}@${checkedLanguage(literal.language)}`
  return literal.datatype === xsd.string ? text : `${text}^^${datatypeText(literal.datatype)}`
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\b', '\\b'],
  ['\f', '\\f'],
])

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be escaped.
const toEscape = /["\\\u0000-\u001f\u007f\u0080-\u009f\u2028\u2029\ufeff\ufffe\uffff]/
const allToEscape = new RegExp(toEscape, 'g')

/** A string between quotes: beside what must be escaped, what is invisible or moves lines in an editor is. */
function escapedString(value: string): string {
  if (!toEscape.test(value)) return value
  return value.replace(
    allToEscape,
    (found) => escapes.get(found) ?? `\\u${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
}

function checkedLanguage(language: string): string {
  if (isLanguageTag(language)) return language
  throw new ServiceError('unsupported', `${JSON.stringify(language)} cannot be written as a language tag.`)
}

/** Whether a literal is what Turtle reads its bare lexical form as (RDF 1.1 Turtle, 2.5.2 and 2.5.3). */
export function isBare(literal: Literal): boolean {
  switch (literal.datatype) {
    case xsd.integer:
      return /^[+-]?[0-9]+$/.test(literal.value)
    case xsd.decimal:
      return /^[+-]?[0-9]*\.[0-9]+$/.test(literal.value)
    case xsd.double:
      return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[eE][+-]?[0-9]+$/.test(literal.value)
    case xsd.boolean:
      return literal.value === 'true' || literal.value === 'false'
    default:
      return false
  }
}
