import { type Literal, literal, xsd } from '../../rdf/term.ts'
import type { NumericValue } from '../../rdf/value.ts'

const trueLiteral = literal('true', xsd.boolean)
const falseLiteral = literal('false', xsd.boolean)

/** A truth value as a term; an error stays one. */
export function booleanResult(value: boolean | undefined): Literal | undefined {
  return value === undefined ? undefined : value ? trueLiteral : falseLiteral
}

/** A number as a literal of its kind, in the canonical form of XML Schema 1.1. */
export function numericResult(value: NumericValue): Literal {
  switch (value.kind) {
    case 'integer':
      return literal(String(value.value), xsd.integer)
    case 'decimal':
      return literal(decimalText(value.unscaled, value.scale), xsd.decimal)
    case 'float':
      return literal(floatingText(value.value, shortestFloat), xsd.float)
    case 'double':
      return literal(floatingText(value.value, shortestDouble), xsd.double)
  }
}

/** The canonical form of `unscaled / 10^scale`: no exponent, no needless zeros, a fraction only where there is one. */
export function decimalText(unscaled: bigint, scale: number): string {
  if (scale === 0) return String(unscaled)
  const sign = unscaled < 0n ? '-' : ''
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function floatingText(value: number, shortest: (value: number) => string): string {
  if (Number.isNaN(value)) return 'NaN'
  if (value === Number.POSITIVE_INFINITY) return 'INF'
  if (value === Number.NEGATIVE_INFINITY) return '-INF'
  const [mantissa = '0', exponent = '0'] = shortest(value).split('e')
  const sign = Object.is(value, -0) ? '-' : ''
  return `${sign}${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

function shortestDouble(value: number): string {
  return value.toExponential()
}

/** The fewest digits that read back as the same number of single precision. */
export function shortestFloat(value: number): string {
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits)
    if (Math.fround(Number(text)) === value) return text
  }
  return value.toExponential()
}
