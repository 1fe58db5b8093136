import { Temporal } from 'temporal-polyfill'

/** Years that a token holds at most. */
const mostYears = 100

// The library takes more than this: signs, small letters, and parts that come twice.
const number = '\\d{1,12}(?:[.,]\\d{1,9})?'
const form = new RegExp(
  `^P(?=[\\dT])(?:\\d+Y)?(?:\\d+M)?(?:\\d+W)?(?:\\d+D)?(?:T(?=\\d)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
  'u',
)

/**
 * What is wrong with a text as the lifetime of tokens: a duration of ISO 8601 such as `P7D`, `PT12H` or `P1M`, of a second or more
 * and at most 100 years. Nothing where it is right.
 */
export function lifetimeProblem(text: string): string | undefined {
  const expected = 'Expected a duration of ISO 8601, such as P7D, PT12H or P1M'
  if (!form.test(text)) return `${expected}.${lifetimeHint(text)}`
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO('UTC')
    const end = start.add(text).epochMilliseconds
    if (end < 1000) return `${expected}, of a second or more.`
    return end > start.add({ years: mostYears }).epochMilliseconds
      ? `${expected}, of at most ${mostYears} years.`
      : undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return `${expected}, of at most ${mostYears} years.${lifetimeHint(text)}`
  }
}

function lifetimeHint(text: string): string {
  const [, count, unit] = /^\s*(?:PT?)?\s*(\d{1,6})\s*([smhdwy])[a-z]*\s*$/iu.exec(text) ?? []
  if (count === undefined || unit === undefined) return ''
  const isTime = /^[smh]$/iu.test(unit)
  return ` Did you mean "P${isTime ? 'T' : ''}${count}${unit.toUpperCase()}"?`
}

/**
 * When a token expires that is issued then, both in seconds since 1970. Months and years are those of the calendar, in UTC.
 *
 * @throws RangeError for a lifetime that {@link lifetimeProblem} refuses
 */
export function expiryOf(lifetime: string, issuedAt: number): number {
  const milliseconds = Math.trunc(issuedAt * 1000)
  const issued = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO('UTC')
  return issued.add(lifetime).epochMilliseconds / 1000
}
