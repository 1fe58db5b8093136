import { readDecimal } from '../../../rdf/numeric-lexical.ts'
import type { Literal } from '../../../rdf/term.ts'
import { sortKey } from '../dictionary/sort-key.ts'
import { family } from '../schema.ts'
import { parameter, type Sql } from '../select/sql.ts'
import type { DatabaseFacts } from './translation.ts'

/**
 * Characters up to which numbers that differ have different keys: a double tells decimals of 15 digits apart. Among longer
 * ones, several numbers have the same key.
 */
export const exactLength = 15

/** Whether a stored number that has the key of a constant may yet be another number. */
export function mayTie(constant: Literal, facts: DatabaseFacts): boolean {
  const { family: kind, key } = sortKey(constant)
  if (kind !== family.numeric || key === null) return false
  if (constant.value.length > exactLength) return true
  const condition: Sql = [
    `family = ${family.numeric} AND key = `,
    ...parameter(key),
    ` AND length(value) > ${exactLength}`,
  ]
  return facts.countTerms('term_key', condition, 1) > 0
}

/** The {@link excessOf} of a number that is what its key is. */
export const noExcess = '1'

/**
 * How much a decimal or whole number is more than the number of 15 digits that its key is nearest to: what orders numbers of one
 * key, as text that sorts as the differences do. `key` is that number as SQLite writes it.
 */
export function excessOf(value: string, key: string): string {
  const exact = readDecimal(value.trim())
  const near = readScientific(key)
  if (exact === undefined || near === undefined) return noExcess
  const scale = Math.max(exact.scale, near.scale)
  const unscaled = (one: typeof exact) => one.unscaled * 10n ** BigInt(scale - one.scale)
  const difference = unscaled(exact) - unscaled(near)
  if (difference === 0n) return noExcess
  const digits = String(difference < 0n ? -difference : difference)
  const magnitude = String(zeroMagnitude + digits.length - scale) + digits.replace(/0+$/, '')
  return difference > 0n ? `2${magnitude}` : `0${complement(magnitude)}`
}

/** What is added to an exponent, so that all have as many digits. */
const zeroMagnitude = 500_000_000

/** Text that sorts the other way round among others made so. */
function complement(digits: string): string {
  return `${digits.replace(/[0-9]/g, (digit) => String(9 - Number(digit)))}:`
}

function readScientific(text: string): ReturnType<typeof readDecimal> {
  const [mantissa = '', exponent = '0'] = text.split('e')
  const decimal = readDecimal(mantissa)
  if (decimal === undefined) return undefined
  const scale = decimal.scale - Number(exponent)
  return scale >= 0
    ? { unscaled: decimal.unscaled, scale }
    : { unscaled: decimal.unscaled * 10n ** BigInt(-scale), scale: 0 }
}
