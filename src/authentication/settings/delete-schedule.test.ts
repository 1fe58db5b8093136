import { describe, expect, it, vi } from 'vitest'
import { nextDeletion, scheduleProblem, startDeletions } from './delete-schedule.ts'

/** A moment by the clock of the machine, whose zone a schedule is in. */
function local(text: string): Date {
  return new Date(text)
}

describe('the schedule of removals', () => {
  it.each<[expression: string, after: string, next: string]>([
    ['0 0 3 * * *', '2026-01-01T03:00:00', '2026-01-02T03:00:00'],
    ['0 0 3 * * *', '2026-01-01T02:59:59', '2026-01-01T03:00:00'],
    ['* * * * * *', '2026-01-01T00:00:00', '2026-01-01T00:00:01'],
    ['30 0 0 * * *', '2026-01-01T00:00:00', '2026-01-01T00:00:30'],
    ['*/10 * * * * *', '2026-01-01T00:00:05', '2026-01-01T00:00:10'],
    ['0 0 0 * * ?', '2026-01-01T00:00:00', '2026-01-02T00:00:00'],
    ['0 0 0 ? * SUN', '2026-01-01T00:00:00', '2026-01-04T00:00:00'],
    ['0 0 0 * * 0', '2026-01-01T00:00:00', '2026-01-04T00:00:00'],
    ['0 0 0 * * 7', '2026-01-01T00:00:00', '2026-01-04T00:00:00'],
    ['0 0/30 * * * ?', '2026-01-01T00:01:00', '2026-01-01T00:30:00'],
    ['0 0 0 L * *', '2026-02-01T00:00:00', '2026-02-28T00:00:00'],
    ['0 0 0 1 JAN *', '2026-01-01T00:00:00', '2027-01-01T00:00:00'],
    ['0 0 0 1 * MON', '2026-01-02T00:00:00', '2026-01-05T00:00:00'],
    ['0 0 0 29 2 *', '2026-01-01T00:00:00', '2028-02-29T00:00:00'],
    ['  0   0 3 * * *  ', '2026-01-01T03:00:00', '2026-01-02T03:00:00'],
  ])('%j after %s is at %s', (expression, after, next) => {
    expect(scheduleProblem(expression, local('2026-01-01T00:00:00'))).toBeUndefined()
    expect(nextDeletion(expression, local(after))).toEqual(local(next))
  })

  it.each<[expression: string, message: RegExp]>([
    [
      '0 3 * * *',
      /^Expected an expression of cron with six fields \(second minute hour day-of-month month day-of-week\), .*; it has five\. Did you mean "0 0 3 \* \* \*"\?$/,
    ],
    ['', /; it has 1\.$/],
    ['0 0 3 * *  *  2030', /; it has 7\.$/],
    ['@daily', /; it has 1\.$/],
    ['2030-01-01T00:00:00', /; it has 1\.$/],
    ['60 0 0 * * *', /\. Invalid value for second: 60\.$/],
    ['0 60 0 * * *', /minute: 60\.$/],
    ['0 0 24 * * *', /hour: 24\.$/],
    ['0 0 0 32 * *', /day/],
    ['0 0 0 * 13 *', /month/],
    ['0 0 0 * * 8', /dayOfWeek: 8\.$/],
    ['a b c d e f', /illegal characters\.$/],
    ['0 0 0 30 2 *', /; this one never comes\.$/],
    ['0 0 3 * * * ; rm', /; it has 8\.$/],
    ['*/0 * * * * *', /^Expected/],
    ['5-1 * * * * *', /^Expected/],
    [`0 0 0 * * ${'1,'.repeat(100_000)}`, /^Expected/],
  ])('is not %.40j', (expression, message) => {
    expect(scheduleProblem(expression, local('2026-01-01T00:00:00'))).toMatch(message)
  })

  it('calls at its times until it is stopped, and not twice at once', async () => {
    vi.useFakeTimers({ now: local('2026-01-01T00:00:00') })
    try {
      const calls: string[] = []
      let finish = (): void => {}
      const schedule = startDeletions('0 * * * * *', () => {
        calls.push(new Date().toISOString())
        return new Promise<void>((resolve) => {
          finish = resolve
        })
      })
      await vi.advanceTimersByTimeAsync(150_000)
      // The first one has not ended.
      expect(calls).toHaveLength(1)
      finish()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(calls).toHaveLength(2)
      schedule.stop()
      finish()
      await vi.advanceTimersByTimeAsync(600_000)
      expect(calls).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
