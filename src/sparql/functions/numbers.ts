import { decimalToNumber, readDecimal, toInteger } from '../../rdf/numeric-lexical.ts'
import type { Term } from '../../rdf/term.ts'
import { isNumeric, literalValue, type NumericValue } from '../../rdf/value.ts'

/** Arithmetic operators of SPARQL 1.1, 17.3. */
export type ArithmeticOperator = '+' | '-' | '*' | '/'

/** Digits after the point to which a quotient of decimals is carried, where it does not end before. */
const quotientDigits = 18

/** The number that a term is; `undefined` for any other term. */
export function numericOf(term: Term): NumericValue | undefined {
  if (term.kind !== 'literal') return undefined
  const value = literalValue(term)
  return isNumeric(value) ? value : undefined
}

/** A number as a double. */
export function toDouble(value: NumericValue): number {
  switch (value.kind) {
    case 'integer':
      return Number(value.value)
    case 'decimal':
      return decimalToNumber(value)
    case 'float':
    case 'double':
      return value.value
  }
}

/** Compares numbers of all kinds: negative, zero or positive; `undefined` where one is NaN. */
export function compareNumbers(a: NumericValue, b: NumericValue): number | undefined {
  if (isFloating(a) || isFloating(b)) {
    const [x, y] = [toDouble(a), toDouble(b)]
    return x < y ? -1 : x > y ? 1 : x === y ? 0 : undefined
  }
  if (a.kind === 'integer' && b.kind === 'integer') {
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0
  }
  const scale = Math.max(scaleOf(a), scaleOf(b))
  const [x, y] = [unscaled(a, scale), unscaled(b, scale)]
  return x < y ? -1 : x > y ? 1 : 0
}

/**
 * The result of an operator on the promoted operands: integer, decimal, float or double, whichever is the first that
 * holds both; integers divide as decimals (XPath functions and operators, 6.2). `undefined` where an exact number is
 * divided by zero.
 */
export function arithmetic(
  operator: ArithmeticOperator,
  a: NumericValue,
  b: NumericValue,
): NumericValue | undefined {
  if (isFloating(a) || isFloating(b)) {
    const value = floatingArithmetic(operator, toDouble(a), toDouble(b))
    const double = a.kind === 'double' || b.kind === 'double'
    return double ? { kind: 'double', value } : { kind: 'float', value: Math.fround(value) }
  }
  if (operator === '/') return divide(a, b)
  if (a.kind === 'integer' && b.kind === 'integer') {
    if (typeof a.value === 'number' && typeof b.value === 'number') {
      const value = floatingArithmetic(operator, a.value, b.value)
      if (Number.isSafeInteger(value)) return { kind: 'integer', value: value + 0 }
    }
    return { kind: 'integer', value: toInteger(exactArithmetic(operator, BigInt(a.value), BigInt(b.value))) }
  }
  if (operator === '*') {
    const product = unscaled(a, scaleOf(a)) * unscaled(b, scaleOf(b))
    return normalDecimal(product, scaleOf(a) + scaleOf(b))
  }
  const scale = Math.max(scaleOf(a), scaleOf(b))
  return normalDecimal(exactArithmetic(operator, unscaled(a, scale), unscaled(b, scale)), scale)
}

/** A decimal without trailing zeros in the fraction. */
function normalDecimal(unscaled: bigint, scale: number): NumericValue {
  let rest = unscaled
  let digits = scale
  while (digits > 0 && rest % 10n === 0n) {
    rest /= 10n
    digits--
  }
  return { kind: 'decimal', unscaled: rest, scale: digits }
}

/** The number with its sign changed. */
export function negate(value: NumericValue): NumericValue {
  switch (value.kind) {
    case 'integer':
      return {
        kind: 'integer',
        value: typeof value.value === 'number' ? 0 - value.value : toInteger(-value.value),
      }
    case 'decimal':
      return { kind: 'decimal', unscaled: -value.unscaled, scale: value.scale }
    case 'float':
    case 'double':
      return { kind: value.kind, value: -value.value }
  }
}

/** ABS (17.4.4.1). */
export function absolute(value: NumericValue): NumericValue {
  switch (value.kind) {
    case 'integer':
      return value.value < 0 ? negate(value) : value
    case 'decimal':
      return value.unscaled < 0n ? negate(value) : value
    case 'float':
    case 'double':
      return { kind: value.kind, value: Math.abs(value.value) }
  }
}

/** How a number becomes whole: CEIL, FLOOR, or ROUND, which takes halves up (17.4.4.2 to 17.4.4.4). */
export type Rounding = 'ceil' | 'floor' | 'round'

/** A whole number of the same kind. */
export function toWhole(value: NumericValue, rounding: Rounding): NumericValue {
  switch (value.kind) {
    case 'integer':
      return value
    case 'decimal': {
      if (value.scale === 0) return value
      const one = 10n ** BigInt(value.scale)
      const shift = { ceil: one - 1n, floor: 0n, round: one / 2n }[rounding]
      return { kind: 'decimal', unscaled: floorQuotient(value.unscaled + shift, one), scale: 0 }
    }
    case 'float':
    case 'double':
      return { kind: value.kind, value: Math[rounding](value.value) }
  }
}

/** The decimal with the shortest digits that a finite double is written with; `undefined` for NaN and infinities. */
export function decimalOfDouble(value: number): NumericValue | undefined {
  if (!Number.isFinite(value)) return undefined
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const decimal = readDecimal(mantissa)
  if (decimal === undefined) return undefined
  const scale = decimal.scale - Number(exponent)
  return scale >= 0
    ? normalDecimal(decimal.unscaled, scale)
    : { kind: 'decimal', unscaled: decimal.unscaled * 10n ** BigInt(-scale), scale: 0 }
}

/** A decimal or an integer without its fraction. */
export function truncate(unscaled: bigint, scale: number): bigint {
  return unscaled / 10n ** BigInt(scale)
}

type Exact = Extract<NumericValue, { readonly kind: 'integer' | 'decimal' }>

function isFloating(value: NumericValue): value is Exclude<NumericValue, Exact> {
  return value.kind === 'float' || value.kind === 'double'
}

function scaleOf(value: Exact): number {
  return value.kind === 'decimal' ? value.scale : 0
}

function unscaled(value: Exact, scale: number): bigint {
  const own = value.kind === 'decimal' ? value.unscaled : BigInt(value.value)
  return own * 10n ** BigInt(scale - scaleOf(value))
}

function divide(a: Exact, b: Exact): NumericValue | undefined {
  const scale = Math.max(scaleOf(a), scaleOf(b))
  const divisor = unscaled(b, scale)
  if (divisor === 0n) return undefined
  const digits = Math.max(quotientDigits, scale)
  return normalDecimal((unscaled(a, scale) * 10n ** BigInt(digits)) / divisor, digits)
}

function exactArithmetic(operator: Exclude<ArithmeticOperator, '/'>, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
  }
}

function floatingArithmetic(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
  }
}

function floorQuotient(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a % b < 0n ? quotient - 1n : quotient
}
