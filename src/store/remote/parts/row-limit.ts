import { ServiceError } from '../../../errors.ts'

/** Rows of one answer beyond which an endpoint cuts it: given, announced, or found. */
export interface RowLimit {
  /** The least that is known. */
  known(): number | undefined
  /**
   * The limit at which an answer that ended after so many rows may have been cut; `undefined` where it was not. `announced`
   * is what its header told, and `offset` the number of solutions before it, which some endpoints count too.
   */
  suspected(rows: number, announced: number | undefined, offset: number): number | undefined
  /** An answer was cut by a limit of so many rows. */
  found(rows: number): void
}

/** From so many rows on an answer is looked at in any case. */
const manyRows = 100_000

/** What is known of an endpoint's limit: at first what its option says. */
export function createRowLimit(given: number | undefined): RowLimit {
  const limits = new Set(given === undefined ? [] : [given])
  return {
    known: () => (limits.size === 0 ? undefined : Math.min(...limits)),
    suspected(rows, announced, offset) {
      const isLimit = (count: number): boolean => count === announced || limits.has(count) || isRound(count)
      if (rows === 0) return undefined
      if (isLimit(rows)) return rows
      if (isLimit(rows + offset)) return rows + offset
      return rows > Math.max(manyRows, announced ?? 0, ...limits) ? rows : undefined
    },
    found(rows) {
      limits.add(rows)
    },
  }
}

/** Whether people set limits to such a number, so that an answer as long as it may have been cut by one that nobody knows of. */
function isRound(rows: number): boolean {
  return rows % 100 === 0 || (rows >= 256 && Number.isInteger(Math.log2(rows)))
}

/** That an answer has more rows than an endpoint gives, and what can be done. */
export function tooManyRows(label: string, rows: number, advice: string): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `${label}: the endpoint cuts an answer after ${rows} rows (its own limit, which remote.rows tells of), and this one has more. ${advice}`,
  )
}

/** That an answer was cut where it can neither go on from nor be asked for again. */
export function cutAmongBlank(label: string, rows: number): ServiceError {
  return tooManyRows(
    label,
    rows,
    'It cannot be continued among blank nodes, which no query can name. Ask for fewer of them with "first".',
  )
}
