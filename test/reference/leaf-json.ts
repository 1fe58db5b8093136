import type { Literal, Term } from '../../src/rdf/term.ts'
import { type LiteralValue, literalValue } from './literal-value.ts'
import { nameOfIri, type Vocabulary } from './names.ts'
import type { ReferenceEnumValue, ReferenceValue } from './schema.ts'

/** A term as it is shown without a schema. */
export function leafJson(term: Term, vocabulary: Vocabulary): string {
  if (term.kind === 'iri') return JSON.stringify(nameOfIri(term.value, vocabulary))
  if (term.kind === 'blank') return JSON.stringify(`_:${term.value}`)
  const value = literalValue(term)
  switch (value.kind) {
    case 'whole':
      return value.value.toString()
    case 'fraction':
      if (Number.isNaN(value.value)) return '"NaN"'
      if (Math.abs(value.value) === Infinity) return value.value < 0 ? '"-INF"' : '"INF"'
      return String(value.value)
    case 'boolean':
      return String(value.value)
    default:
      return JSON.stringify(term.value)
  }
}

/** The full IRI of a node, or `_:label`; the lexical form of a literal. */
export function iriJson(term: Term): string {
  return JSON.stringify(term.kind === 'blank' ? `_:${term.value}` : term.value)
}

/** A term as it is shown where a schema declares it; one that does not fit, as without a schema. */
export function declaredJson(term: Term, declared: ReferenceValue, vocabulary: Vocabulary): string {
  if (declared.kind === 'node') return leafJson(term, vocabulary)
  const own = declared.kind === 'enum' ? enumJson(term, declared.values) : scalarJson(term, declared.name)
  if (own !== undefined) return own
  return declared.kind === 'scalar' && declared.name === 'String'
    ? JSON.stringify(textOf(term, vocabulary))
    : leafJson(term, vocabulary)
}

function textOf(term: Term, vocabulary: Vocabulary): string {
  return term.kind === 'literal' ? term.value : JSON.parse(leafJson(term, vocabulary))
}

function enumJson(term: Term, values: ReadonlyMap<string, ReferenceEnumValue>): string | undefined {
  for (const [name, value] of values) if (standsFor(value, term)) return JSON.stringify(name)
  return undefined
}

/** Whether a value of an enum means a term. */
export function standsFor({ iri, text }: ReferenceEnumValue, term: Term): boolean {
  if (term.kind === 'iri') return term.value === iri
  return term.kind === 'literal' && term.value === text
}

function scalarJson(term: Term, scalar: string): string | undefined {
  if (scalar === 'ID') return iriJson(term)
  if (term.kind !== 'literal') return undefined
  const value = literalValue(term)
  switch (scalar) {
    case 'Int':
    case 'Long':
      return wholeJson(term, value)
    case 'Float':
      if (value.kind === 'whole' || value.kind === 'fraction') return undefined
      return isText(value) && isNumber(term.value) ? String(Number(term.value)) : undefined
    case 'Boolean':
      return isText(value) && /^(true|false)$/.test(term.value) ? term.value : undefined
    case 'Decimal':
      return decimalJson(term, value)
    case 'JSON':
      return isText(value) && isJson(term.value) ? term.value : undefined
    case 'LangString':
      if (value.kind !== 'string') return undefined
      return JSON.stringify({ value: term.value, language: term.language === '' ? null : term.language })
    default:
      return undefined
  }
}

/** A whole number, of whatever datatype, or a text that reads as one. */
function wholeJson(term: Literal, value: LiteralValue): string | undefined {
  if (value.kind === 'whole') return undefined
  if (value.kind === 'fraction')
    return Number.isInteger(value.value) ? BigInt(value.value).toString() : undefined
  return isText(value) && /^[+-]?[0-9]+$/.test(term.value)
    ? BigInt(term.value.replace('+', '')).toString()
    : undefined
}

/** All digits of a number, as a text without an exponent. */
function decimalJson(term: Literal, value: LiteralValue): string | undefined {
  const isDecimal = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(term.value)
  if (value.kind === 'fraction' && Number.isFinite(value.value)) {
    return JSON.stringify(plainDigits(isDecimal ? term.value : String(value.value)))
  }
  return value.kind === 'whole' || (isText(value) && isDecimal)
    ? JSON.stringify(plainDigits(term.value))
    : undefined
}

/** A number of few or many digits, each of which says something. */
function plainDigits(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)([0-9]*)\.?([0-9]*)(?:e([+-]?[0-9]+))?$/.exec(text) ?? []
  const zeros = '0'.repeat(Math.abs(Number(exponent)))
  const digits = `${zeros}${whole}${fraction}${zeros}`
  const point = zeros.length + whole.length + Number(exponent)
  const before = digits.slice(0, point).replace(/^0+(?=.)/, '') || '0'
  const after = digits.slice(point).replace(/0+$/, '')
  const number = after === '' ? before : `${before}.${after}`
  return sign === '-' && number !== '0' ? `-${number}` : number
}

function isText({ kind }: LiteralValue): boolean {
  return kind === 'string' || kind === 'other'
}

function isNumber(text: string): boolean {
  return /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
