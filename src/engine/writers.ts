import type { Call } from './child.ts'
import type { FileDatabase } from './database.ts'
import { closedError, droppedError } from './failures.ts'
import { createPool, type Job, type Pool } from './pool.ts'

/** The writing processes: one for each database that is being written. */
export interface Writers {
  /** Begins a job when those before it on the same database are done. */
  run(database: FileDatabase, job: Omit<Job, 'prepare'>): Promise<Call>
  /** Ends what is being written into a database; it is then as before. */
  release(database: FileDatabase): Promise<void>
  close(graceMilliseconds: number): Promise<void>
}

/** Bytes that a writing process may take: large loads sort in memory. */
const memoryLimit = 4 * 2 ** 30

/** Milliseconds that a writing process waits for more. */
const idleMilliseconds = 5_000

/** No writing processes: they start when they are needed. */
export function createWriters(entry: URL, waitingLimit: number): Writers {
  const pools = new Map<string, Pool>()
  let closed = false
  return {
    async run(database, job) {
      if (closed) throw closedError()
      const pool =
        pools.get(database.path) ??
        createPool({ entry, processes: 1, maximum: 1, waitingLimit, memoryLimit, idleMilliseconds })
      pools.set(database.path, pool)
      return pool.run(job)
    },
    async release(database) {
      const pool = pools.get(database.path)
      pools.delete(database.path)
      await pool?.close(0, droppedError())
    },
    async close(graceMilliseconds) {
      closed = true
      await Promise.all([...pools.values()].map((pool) => pool.close(graceMilliseconds)))
    },
  }
}
