import { describe, expect, it } from 'vitest'
import { expiryOf, lifetimeProblem } from './token-lifetime.ts'

const day = 86_400

describe('the lifetime of tokens', () => {
  it.each<[lifetime: string, issued: string, expires: string]>([
    ['P7D', '2026-01-01T00:00:00Z', '2026-01-08T00:00:00Z'],
    ['PT12H', '2026-01-01T00:00:00Z', '2026-01-01T12:00:00Z'],
    ['P1DT1H1M1S', '2026-01-01T00:00:00Z', '2026-01-02T01:01:01Z'],
    ['PT0.5H', '2026-01-01T00:00:00Z', '2026-01-01T00:30:00Z'],
    ['PT1,5S', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01.500Z'],
    ['P2W', '2026-01-01T00:00:00Z', '2026-01-15T00:00:00Z'],
    ['P1W2D', '2026-01-01T00:00:00Z', '2026-01-10T00:00:00Z'],
    // By the calendar: February has 28 days, and 29 in a leap year.
    ['P1M', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['P1M', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['P1M', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['P1Y', '2028-02-29T00:00:00Z', '2029-02-28T00:00:00Z'],
    ['P100Y', '2026-01-01T00:00:00Z', '2126-01-01T00:00:00Z'],
    // A day has 24 hours in UTC, also where clocks are changed.
    ['P1D', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'],
  ])('%s from %s on is until %s', (lifetime, issued, expires) => {
    expect(lifetimeProblem(lifetime)).toBeUndefined()
    expect(expiryOf(lifetime, Date.parse(issued) / 1000)).toBe(Date.parse(expires) / 1000)
  })

  it('keeps milliseconds of the time of issue', () => {
    expect(expiryOf('P1D', 1_000_000.25)).toBe(1_000_000.25 + day)
  })

  it.each<[text: string, message: RegExp]>([
    ['', /^Expected a duration of ISO 8601, such as P7D, PT12H or P1M\.$/],
    ['P', /\.$/],
    ['PT', /P1M\.$/],
    ['7d', / Did you mean "P7D"\?$/],
    ['7 days', / Did you mean "P7D"\?$/],
    ['12h', / Did you mean "PT12H"\?$/],
    ['P12H', / Did you mean "PT12H"\?$/],
    ['p7d', / Did you mean "P7D"\?$/],
    ['604800', /^Expected a duration/],
    ['-P7D', /^Expected a duration/],
    ['+P7D', /^Expected a duration/],
    ['P-7D', /^Expected a duration/],
    ['P0D', /of a second or more\.$/],
    ['PT0S', /of a second or more\.$/],
    ['PT0.999S', /of a second or more\.$/],
    ['P100Y1D', /of at most 100 years\.$/],
    ['P101Y', /of at most 100 years\.$/],
    ['PT9999999H', /of at most 100 years\.$/],
    ['P99999999999999Y', /of at most 100 years\.$/],
    [`P${'9'.repeat(10_000)}D`, /of at most 100 years\.$/],
    ['P1.5D', /^Expected a duration/],
    ['P7D ', / Did you mean "P7D"\?$/],
    ['P7D\u0000', /^Expected a duration/],
    ['P1D1D', /^Expected a duration/],
    ['P1DT', /^Expected a duration/],
    ['P1D1Y', /^Expected a duration/],
    ['P٧D', /^Expected a duration/],
  ])('is not %j', (text, message) => {
    expect(lifetimeProblem(text)).toMatch(message)
  })

  it('is a second at least', () => {
    expect(lifetimeProblem('PT1S')).toBeUndefined()
    expect(lifetimeProblem('P100Y')).toBeUndefined()
  })
})
