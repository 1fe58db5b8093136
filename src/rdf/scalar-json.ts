import { decimalText, jsonOfTerm, numberText } from './json.ts'
import type { Namer } from './namespaces.ts'
import { readDecimal } from './numeric-lexical.ts'
import { type Literal, rdf, type Term, xsd } from './term.ts'
import { isNumeric, literalValue, type Value } from './value.ts'

/** The scalars that values are shown as; `any` has no way of its own. */
export type JsonScalar =
  | 'String'
  | 'ID'
  | 'Int'
  | 'Long'
  | 'Float'
  | 'Boolean'
  | 'Decimal'
  | 'DateTime'
  | 'Date'
  | 'JSON'
  | 'LangString'
  | 'any'

/**
 * A term as JSON text, in the way of a scalar where it fits, else as {@link jsonOfTerm} has it:
 *
 * - `String`: a literal's lexical form.
 * - `ID`: the full IRI, `_:label`, or a literal's lexical form.
 * - `Int`, `Long`: a number of integral value with all its digits, or digits in any literal but a boolean.
 * - `Float`: a number, or one in any literal but a boolean.
 * - `Boolean`: a boolean, or `true` or `false` in any literal.
 * - `Decimal`: a string of the exact digits of a number, or of one written as a decimal.
 * - `JSON`: the lexical form of a literal that is JSON, if it is no number or boolean.
 * - `LangString`: `{"value", "language"}` of a string; `language` is `null` where it has none.
 * - `DateTime`, `Date`, `any`: as they are without a schema.
 */
export function jsonOfTermAs(term: Term, scalar: JsonScalar, namer: Namer): string {
  return (term.kind === 'literal' ? literalAs(term, scalar) : nodeAs(term, scalar)) ?? jsonOfTerm(term, namer)
}

function nodeAs(term: Exclude<Term, Literal>, scalar: JsonScalar): string | undefined {
  if (scalar !== 'ID') return undefined
  return JSON.stringify(term.kind === 'blank' ? `_:${term.value}` : term.value)
}

/** `undefined` where the literal does not fit. */
function literalAs(literal: Literal, scalar: JsonScalar): string | undefined {
  switch (scalar) {
    case 'String':
    case 'ID':
      return JSON.stringify(literal.value)
    case 'Int':
    case 'Long':
      return integerOf(literal)
    case 'Float':
      return floatOf(literal)
    case 'Boolean':
      return literal.value === 'true' || literal.value === 'false' ? literal.value : undefined
    case 'Decimal':
      return decimalOf(literal)
    case 'JSON':
      return isJson(literal) ? literal.value : undefined
    case 'LangString':
      return isText(literal)
        ? JSON.stringify({ value: literal.value, language: literal.language || null })
        : undefined
    case 'DateTime':
    case 'Date':
    case 'any':
      return undefined
  }
}

function integerOf(literal: Literal): string | undefined {
  const value = literalValue(literal)
  switch (value.kind) {
    case 'integer':
    case 'boolean':
      return undefined
    case 'decimal':
      return value.scale === 0 ? decimalText(value) : undefined
    case 'float':
    case 'double':
      return Number.isInteger(value.value) ? String(BigInt(value.value)) : undefined
    default: {
      const [, sign, written] = /^([+-]?)([0-9]+)$/.exec(literal.value) ?? []
      const digits = written && withoutZeros(written)
      return digits && `${sign === '-' && digits !== '0' ? '-' : ''}${digits}`
    }
  }
}

const numberForm = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/

function floatOf(literal: Literal): string | undefined {
  if (isNumberOrBoolean(literalValue(literal))) return undefined
  const [all, sign, whole = '', fraction = '', exponent] = numberForm.exec(literal.value) ?? []
  if (all === undefined || !/^[+-]?\.?[0-9]/.test(all) || !Number.isFinite(Number(all))) return undefined
  return `${sign === '-' ? '-' : ''}${withoutZeros(whole || '0')}${fraction && `.${fraction}`}${exponent ? `e${exponent}` : ''}`
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, '')
}

function decimalOf(literal: Literal): string | undefined {
  const value = literalValue(literal)
  if (value.kind === 'boolean') return undefined
  if (!isNumeric(value)) {
    const decimal = readDecimal(literal.value)
    return decimal && `"${decimalText(decimal)}"`
  }
  const text = numberText(value)
  return text.startsWith('"') ? undefined : `"${withoutExponent(text)}"`
}

/** A number in digits: `1.5e-7` is `0.00000015`. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/.exec(text) ?? []
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(point, '0')
  const unsigned =
    point > 0
      ? `${digits.slice(0, point)}${point < digits.length ? '.' : ''}${digits.slice(point)}`
      : `0.${'0'.repeat(-point)}${digits}`
  return unsigned === '0' ? unsigned : `${sign}${unsigned}`
}

function isJson(literal: Literal): boolean {
  if (isNumberOrBoolean(literalValue(literal))) return false
  try {
    JSON.parse(literal.value)
    return true
  } catch {
    return false
  }
}

function isText({ datatype }: Literal): boolean {
  return datatype === xsd.string || datatype === rdf.langString
}

function isNumberOrBoolean(value: Value): boolean {
  return isNumeric(value) || value.kind === 'boolean'
}
