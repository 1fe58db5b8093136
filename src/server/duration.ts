import { ServiceError } from '../errors.ts'

const millisecondsOfUnit = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/**
 * A time-out in milliseconds: a number of them, or a number with a unit (`500`, `500ms`, `10s`, `1.5m`, `1h`).
 *
 * @throws ServiceError `illegalArgument` for anything else, or nothing above zero
 */
export function parseDuration(text: string): number {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h)?$/u.exec(text.trim())
  const milliseconds = Number(match?.[1]) * (millisecondsOfUnit.get(match?.[2] ?? 'ms') ?? Number.NaN)
  if (!(milliseconds > 0)) {
    throw new ServiceError(
      'illegalArgument',
      `${JSON.stringify(text)} is no time-out: give milliseconds, or a number and a unit, such as 500ms, 10s or 2m.`,
    )
  }
  return Math.max(1, Math.round(milliseconds))
}
