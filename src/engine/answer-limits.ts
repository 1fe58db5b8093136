import { ServiceError } from '../errors.ts'
import type { Solutions } from '../sparql/solutions.ts'

/** How large the answer of one query may become. */
export interface AnswerLimits {
  /** Solutions of a query, or triples of the graph that it makes: the property `query.limit.rows`. */
  readonly rows: number
  /** Bytes of an answer as text: the property `query.limit.bytes`. */
  readonly bytes: number
}

/** The limits unless told otherwise. */
export const defaultAnswerLimits: AnswerLimits = { rows: 10_000_000, bytes: 256 * 2 ** 20 }

/** The limits of what is as large as the data: an export. */
export const noAnswerLimits: AnswerLimits = {
  rows: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
}

/** The same solutions; reading one more than `most` of them fails with `limitExceeded`. */
export function limitSolutions(solutions: Solutions, most: number): Solutions {
  return {
    variables: solutions.variables,
    batches: limitBatches(solutions.batches, most),
    term: (cell) => solutions.term(cell),
  }
}

/** The same batches; reading one that makes them more than `most` in all fails with `limitExceeded`. */
export async function* limitBatches<Batch extends { readonly length: number }>(
  batches: AsyncIterable<Batch>,
  most: number,
): AsyncGenerator<Batch> {
  let count = 0
  for await (const batch of batches) {
    count += batch.length
    if (count > most) {
      throw new ServiceError(
        'limitExceeded',
        `A query can have ${most} rows (query.limit.rows); this one has more, ${count} of them at least. Ask for fewer with LIMIT.`,
      )
    }
    yield batch
  }
}

/** Fails where an answer has more bytes than it may. */
export function checkBytes(bytes: number, most: number): void {
  if (bytes <= most) return
  throw new ServiceError(
    'limitExceeded',
    `An answer can have ${most} bytes (query.limit.bytes); this one has more, ${bytes} of them at least. Ask for less, in parts.`,
  )
}
