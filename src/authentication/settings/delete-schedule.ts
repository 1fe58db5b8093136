import { Cron, type CronOptions } from 'croner'

/** The fields of a schedule, in their order. */
const fields = 'second minute hour day-of-month month day-of-week'

// Quartz, which existing expressions are of, takes steps from a number ("0/30").
const options: CronOptions = { mode: '6-part', sloppyRanges: true, paused: true }

/**
 * What is wrong with an expression of cron as the schedule by which users are removed: six fields, the first of which is for seconds.
 * Nothing where it is right, and has a time to come.
 */
export function scheduleProblem(expression: string, now = new Date()): string | undefined {
  const expected = `Expected an expression of cron with six fields (${fields}), such as "0 0 3 * * *" for every night at three`
  const count = expression.trim().split(/\s+/u).length
  if (count === 5) return `${expected}; it has five. Did you mean "0 ${expression.trim()}"?`
  if (count !== 6) return `${expected}; it has ${count}.`
  try {
    if (nextDeletion(expression, now) !== undefined) return undefined
    return `${expected}; this one never comes.`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `${expected}. ${error.message.replace(/^CronPattern: /u, '').replace(/\.?$/u, '.')}`
  }
}

/** When users are removed next after a moment, by the time of the server's zone. */
export function nextDeletion(expression: string, after: Date): Date | undefined {
  return new Cron(expression, options).nextRun(after) ?? undefined
}

/**
 * Starts a schedule: `run` is called at its times, never twice at once, until the result is stopped. It keeps no process alive.
 *
 * @throws Error for an expression that {@link scheduleProblem} refuses
 */
export function startDeletions(expression: string, run: () => Promise<void> | void): Cron {
  return new Cron(expression, { ...options, paused: false, protect: true, unref: true }, run)
}
