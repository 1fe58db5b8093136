import type { ServiceError } from '../../errors.ts'
import type { FileDatabase } from '../database.ts'
import { closedError } from '../failures.ts'
import type { ChildProgram } from './child.ts'
import { createPool, type Job, type Pool } from './pool.ts'
import type { Call } from './running-call.ts'

/** The writing processes: one for each database that is being written. */
export interface Writers {
  /** Begins a job when those before it on the same database are done. */
  run(database: FileDatabase, job: Omit<Job, 'prepare'>): Promise<Call>
  /** Ends what is being written into a database, which fails with the reason; it is then as before. */
  release(database: FileDatabase, reason: ServiceError): Promise<void>
  close(graceMilliseconds: number): Promise<void>
}

/** Bytes that a writing process may take: large loads sort in memory. */
const memoryLimit = 4 * 2 ** 30

/** Milliseconds that a writing process waits for more. */
const idleMilliseconds = 5_000

/** No writing processes: they start when they are needed. */
export function createWriters(program: ChildProgram, waitingLimit: number): Writers {
  /** Of the databases written lately: those whose process has ended are forgotten with the next write. */
  const pools = new Map<string, Pool>()
  let closed = false
  return {
    async run(database, job) {
      if (closed) throw closedError()
      for (const [path, { pids, waiting }] of pools) {
        if (pids().length === 0 && waiting() === 0) pools.delete(path)
      }
      const pool =
        pools.get(database.path) ??
        createPool({ ...program, processes: 1, maximum: 1, waitingLimit, memoryLimit, idleMilliseconds })
      pools.set(database.path, pool)
      return pool.run(job)
    },
    async release(database, reason) {
      const pool = pools.get(database.path)
      pools.delete(database.path)
      await pool?.close(0, reason)
    },
    async close(graceMilliseconds) {
      closed = true
      await Promise.all([...pools.values()].map((pool) => pool.close(graceMilliseconds)))
    },
  }
}
