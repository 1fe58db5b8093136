import type { Namer } from './namespaces.ts'
import type { Decimal } from './numeric-lexical.ts'
import { type Literal, type Term, xsd } from './term.ts'
import { literalValue, type NumericValue } from './value.ts'

/**
 * A term as JSON text: numbers and booleans as themselves (integers with all their digits, whatever their size), every
 * other literal, ill-typed ones too, as a string of its lexical form; an IRI as the name that `namer` has for it, else
 * in full; a blank node as `_:label`.
 */
export function jsonOfTerm(term: Term, namer: Namer): string {
  switch (term.kind) {
    case 'iri':
      return JSON.stringify(namer(term.value) ?? term.value)
    case 'blank':
      return JSON.stringify(`_:${term.value}`)
    case 'literal':
      return jsonOfLiteral(term)
  }
}

/** Datatypes of most literals in most data, which are strings in JSON whatever they hold. */
const writtenAsStrings: ReadonlySet<string> = new Set([xsd.string, xsd.dateTime, xsd.date, xsd.time])

function jsonOfLiteral(literal: Literal): string {
  if (literal.language !== '' || writtenAsStrings.has(literal.datatype)) return JSON.stringify(literal.value)
  const value = literalValue(literal)
  switch (value.kind) {
    case 'integer':
    case 'decimal':
    case 'float':
    case 'double':
      return numberText(value)
    case 'boolean':
      return String(value.value)
    case 'dateTime':
    case 'date':
    case 'time':
    case 'duration':
    case 'string':
    case 'langString':
    case 'illTyped':
    case 'other':
      return JSON.stringify(literal.value)
  }
}

/** A number as JSON text, with all its digits; those that are not finite by their names, in quotes. */
export function numberText(value: NumericValue): string {
  switch (value.kind) {
    case 'integer':
      return String(value.value)
    case 'decimal':
      return decimalText(value)
    case 'float':
      return Number.isFinite(value.value) ? singleText(value.value) : notFiniteText(value.value)
    case 'double':
      return Number.isFinite(value.value) ? doubleText(value.value) : notFiniteText(value.value)
  }
}

/** A decimal number in digits: `-0.5`. */
export function decimalText({ unscaled, scale }: Decimal): string {
  if (scale === 0) return String(unscaled)
  const sign = unscaled < 0n ? '-' : ''
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function doubleText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** The shortest number text that reads back to the same single: `0.1`, where the double nearest to it has 17 digits. */
function singleText(value: number): string {
  for (let precision = 1; precision < 9; precision++) {
    const rounded = Number(value.toPrecision(precision))
    if (Math.fround(rounded) === value) return doubleText(rounded)
  }
  return doubleText(Number(value.toPrecision(9)))
}

/** JSON has no such numbers; these are their names in XML Schema. */
function notFiniteText(value: number): string {
  if (Number.isNaN(value)) return '"NaN"'
  return value > 0 ? '"INF"' : '"-INF"'
}
