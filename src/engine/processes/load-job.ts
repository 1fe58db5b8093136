import type { Database } from '../database.ts'
import type { LoadOptions, RdfSource } from '../rdf-source.ts'
import type { LoadOrder } from './database-orders.ts'
import { isCounts } from './database-results.ts'
import type { Job } from './pool.ts'

/** The job of loading sources into a database. */
export function loadJob(
  database: Database,
  sources: readonly RdfSource[],
  { signal, onProgress }: LoadOptions,
): Omit<Job, 'prepare'> {
  const order: LoadOrder & { readonly database: Database } = {
    database,
    sources: sources.map(({ bytes: _, ...source }) => source),
  }
  return {
    operation: 'load',
    argument: order,
    inputs: sources.map(({ bytes }) => bytes[Symbol.asyncIterator]()),
    signal,
    isDoneWhenDone: true,
    ...(onProgress && {
      onProgress: (value: unknown) => {
        if (isCounts(value)) onProgress(value)
      },
    }),
  }
}
