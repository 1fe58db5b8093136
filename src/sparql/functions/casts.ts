import { readFloating } from '../../rdf/numeric-lexical.ts'
import { type Literal, literal, type Term, xsd, xsdNamespace } from '../../rdf/term.ts'
import { isNumeric, literalValue, type NumericValue, type Value } from '../../rdf/value.ts'
import { dateTimeLiteral } from './dates.ts'
import { decimalOfDouble, toDouble, truncate } from './numbers.ts'
import { booleanResult, decimalText, numericResult, shortestFloat } from './results.ts'
import { stringOf } from './strings.ts'

/** A constructor function: the term cast to a datatype, `undefined` where it cannot be. */
export type Cast = (term: Term) => Literal | undefined

/** The constructor functions by datatype (SPARQL 1.1, 17.5), and those of dates, times and durations. */
export const casts: ReadonlyMap<string, Cast> = new Map<string, Cast>([
  [xsd.string, toStringLiteral],
  [xsd.boolean, toBoolean],
  [xsd.integer, toIntegerLiteral],
  [xsd.decimal, toDecimal],
  [xsd.float, (term) => toFloating(term, 'float')],
  [xsd.double, (term) => toFloating(term, 'double')],
  [xsd.dateTime, toDateTime],
  [xsd.date, toDate],
  [xsd.time, toTime],
  [xsd.dayTimeDuration, (term) => fromText(term, xsd.dayTimeDuration)],
  [`${xsdNamespace}yearMonthDuration`, (term) => fromText(term, `${xsdNamespace}yearMonthDuration`)],
  [`${xsdNamespace}duration`, (term) => fromText(term, `${xsdNamespace}duration`)],
])

function toStringLiteral(term: Term): Literal | undefined {
  if (term.kind === 'blank') return undefined
  if (term.kind === 'iri') return literal(term.value)
  const value = literalValue(term)
  if (isNumeric(value)) return literal(numberText(value))
  if (value.kind === 'boolean') return literal(String(value.value))
  return literal(term.value)
}

function toBoolean(term: Term): Literal | undefined {
  const value = valueOfTerm(term)
  if (value === undefined) return undefined
  if (isNumeric(value)) {
    const number = toDouble(value)
    return booleanResult(number !== 0 && !Number.isNaN(number))
  }
  if (value.kind === 'boolean') return booleanResult(value.value)
  const read = fromText(term, xsd.boolean)
  return read && booleanResult(read.value === 'true' || read.value === '1')
}

function toIntegerLiteral(term: Term): Literal | undefined {
  const value = valueOfTerm(term)
  if (value === undefined) return undefined
  switch (value.kind) {
    case 'integer':
      return numericResult(value)
    case 'decimal':
      return literal(String(truncate(value.unscaled, value.scale)), xsd.integer)
    case 'float':
    case 'double':
      if (!Number.isFinite(value.value)) return undefined
      return literal(String(BigInt(Math.trunc(value.value))), xsd.integer)
    case 'boolean':
      return literal(value.value ? '1' : '0', xsd.integer)
    default:
      return canonical(fromText(term, xsd.integer))
  }
}

function toDecimal(term: Term): Literal | undefined {
  const value = valueOfTerm(term)
  if (value === undefined) return undefined
  switch (value.kind) {
    case 'integer':
      return literal(String(value.value), xsd.decimal)
    case 'decimal':
      return numericResult(value)
    case 'float':
    case 'double': {
      const shortest = value.kind === 'float' ? Number(shortestFloat(value.value)) : value.value
      const decimal = decimalOfDouble(shortest)
      return decimal && numericResult(decimal)
    }
    case 'boolean':
      return literal(value.value ? '1' : '0', xsd.decimal)
    default:
      return canonical(fromText(term, xsd.decimal))
  }
}

function toFloating(term: Term, kind: 'float' | 'double'): Literal | undefined {
  const value = valueOfTerm(term)
  if (value === undefined) return undefined
  const result = (number: number) =>
    numericResult({ kind, value: kind === 'float' ? Math.fround(number) : number })
  if (isNumeric(value)) return result(toDouble(value))
  if (value.kind === 'boolean') return result(value.value ? 1 : 0)
  const text = fromText(term, xsd.double)
  const number = text && readFloating(text.value)
  return number === undefined ? undefined : result(number)
}

function toDateTime(term: Term): Literal | undefined {
  const value = valueOfTerm(term)
  if (value?.kind === 'dateTime') return literal(term.value, xsd.dateTime)
  if (value?.kind !== 'date') return fromText(term, xsd.dateTime)
  const [, day = '', zone = ''] = /^(-?\d+-\d\d-\d\d)(.*)$/.exec(term.value) ?? []
  return literal(`${day}T00:00:00${zone}`, xsd.dateTime)
}

function toDate(term: Term): Literal | undefined {
  const value = valueOfTerm(term)
  if (value?.kind === 'date') return literal(term.value, xsd.date)
  if (value?.kind !== 'dateTime') return fromText(term, xsd.date)
  // 24:00:00 belongs to the day after the one that it is written with.
  const written = term.value.includes('T24:') ? dateTimeLiteral(value.seconds, value.zone)?.value : term.value
  const [, day = '', zone = ''] = /^(.*)T[0-9:.]*(.*)$/.exec(written ?? '') ?? []
  return literal(day + zone, xsd.date)
}

function toTime(term: Term): Literal | undefined {
  const value = valueOfTerm(term)
  if (value?.kind === 'time') return literal(term.value, xsd.time)
  if (value?.kind !== 'dateTime') return fromText(term, xsd.time)
  return literal(term.value.slice(term.value.indexOf('T') + 1), xsd.time)
}

/** The text of a string literal without white space around it, as a literal of a datatype that it is well-typed in. */
function fromText(term: Term, datatype: string): Literal | undefined {
  const text = stringOf(term)
  const result = text && literal(text.value.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, ''), datatype)
  return result && literalValue(result).kind !== 'illTyped' ? result : undefined
}

function canonical(term: Literal | undefined): Literal | undefined {
  const value = term && literalValue(term)
  return value && isNumeric(value) ? numericResult(value) : undefined
}

function valueOfTerm(term: Term): Value | undefined {
  return term.kind === 'literal' ? literalValue(term) : undefined
}

/** A number as XPath casts it to a string: without exponent where it is neither very large nor very small. */
function numberText(value: NumericValue): string {
  switch (value.kind) {
    case 'integer':
      return String(value.value)
    case 'decimal':
      return decimalText(value.unscaled, value.scale)
    case 'float':
    case 'double': {
      const size = Math.abs(value.value)
      if (size === 0) return Object.is(value.value, -0) ? '-0' : '0'
      if (size < 1e-6 || size >= 1e6) return numericResult(value).value
      const text = value.kind === 'float' ? shortestFloat(value.value) : value.value.toExponential()
      const decimal = decimalOfDouble(Number(text))
      return decimal?.kind === 'decimal'
        ? decimalText(decimal.unscaled, decimal.scale)
        : numericResult(value).value
    }
  }
}
