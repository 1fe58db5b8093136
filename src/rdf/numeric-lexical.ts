/** A whole number: a `number` where that is exact (a safe integer), else a `bigint`. */
export type Integer = number | bigint

/** An exact decimal: `unscaled / 10^scale`, without trailing zeros in the fraction, so equal numbers have equal members. */
export interface Decimal {
  readonly unscaled: bigint
  readonly scale: number
}

const integerForm = /^[+-]?[0-9]+$/
const decimalForm = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))$/
const floatingForm = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/

/** A `bigint` as an {@link Integer}: as a `number` where it is a safe one. */
export function toInteger(value: bigint): Integer {
  const near = Number(value)
  return Number.isSafeInteger(near) ? near : value
}

/** The whole number that an `xsd:integer` is written as; `undefined` where it is not one (XML Schema 1.1, part 2, 3.4.13). */
export function readInteger(lexical: string): Integer | undefined {
  const length = lexical.length
  if (length > 0 && length < 16) {
    let value = 0
    let at = 0
    for (; at < length; at++) {
      const digit = lexical.charCodeAt(at) - 48
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
    }
    if (at === length) return value
  }
  if (!integerForm.test(lexical)) return undefined
  return toInteger(BigInt(lexical.startsWith('+') ? lexical.slice(1) : lexical))
}

/** The number that an `xsd:decimal` is written as; `undefined` where it is not one (XML Schema 1.1, part 2, 3.3.3). */
export function readDecimal(lexical: string): Decimal | undefined {
  const match = decimalForm.exec(lexical)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', bare = ''] = match
  const digits = withoutEndingZeros(fraction + bare)
  const magnitude = BigInt(whole + digits)
  return { unscaled: sign === '-' ? -magnitude : magnitude, scale: digits.length }
}

/** A pattern would look at zeros again from each of them. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1
  return digits.slice(0, end)
}

/**
 * The number that an `xsd:double` or, before rounding, an `xsd:float` is written as; `undefined` where it is not one
 * (XML Schema 1.1, part 2, 3.3.5).
 */
export function readFloating(lexical: string): number | undefined {
  if (floatingForm.test(lexical)) return Number(lexical)
  switch (lexical) {
    case 'INF':
    case '+INF':
      return Number.POSITIVE_INFINITY
    case '-INF':
      return Number.NEGATIVE_INFINITY
    case 'NaN':
      return Number.NaN
    default:
      return undefined
  }
}

/** The double nearest to a decimal. */
export function decimalToNumber(decimal: Decimal): number {
  return decimal.scale === 0 ? Number(decimal.unscaled) : Number(`${decimal.unscaled}e-${decimal.scale}`)
}
