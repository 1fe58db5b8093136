import { defaultAnswerLimits } from '../answer-limits.ts'
import type { ChangeReport } from '../change/change.ts'
import type { EmbeddedDatabase, MemoryDatabase } from '../database.ts'
import type { EmbeddedEngine, EngineOptions } from '../engine.ts'
import { closedError, droppedError } from '../failures.ts'
import { withDocuments } from '../federation/fetch-documents.ts'
import { remoteAccess } from '../federation/remote-access.ts'
import type { LoadReport } from '../rdf-source.ts'
import { createChangeGroups, isSmallChange } from './change-groups.ts'
import { changeJob, orderedSteps } from './change-job.ts'
import type { Target } from './database-orders.ts'
import { isChangeReport, isLoadReport } from './database-results.ts'
import { loadJob } from './load-job.ts'
import { createMemoryHost, type MemoryHost } from './memory-host.ts'
import { createPool, type Job, type Pool } from './pool.ts'
import { processGraphql } from './process-graphql.ts'
import { processSchemas } from './process-schemas.ts'
import { processSparql } from './process-sparql.ts'
import { processUpkeep } from './process-upkeep.ts'
import type { Call } from './running-call.ts'
import { runSpooled } from './spool.ts'
import { isStagedCounts, stageJob } from './stage-job.ts'
import { createWriters } from './writers.ts'

/** The limits of the processes. */
export type ProcessLimits = Required<Omit<EngineOptions, 'isolation' | 'onWarnings'>> &
  Pick<EngineOptions, 'onWarnings'>

/** Processes for slow readers, beside those that compute: this many for each. */
const processesPerCore = 4

/** Steps that are taken into transactions at once; others wait for them. */
const mostStaged = 2

/** Milliseconds that a process of checks, of backups or of steps waits for more. */
const upkeepIdleMilliseconds = 1_000

/** The module that database processes run: a source beside this source, compiled beside this compiled. */
const databaseProcess = new URL(
  `./database-process${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** An engine whose queries and loads run in processes of their own. */
export function createProcessEngine(limits: ProcessLimits): EmbeddedEngine {
  const { processes, memoryLimit, waitingLimit } = limits
  const answerLimits = { ...defaultAnswerLimits, ...limits.answerLimits }
  const program = {
    entry: databaseProcess,
    argument: JSON.stringify(limits.remote),
    onWarnings: limits.onWarnings,
  }
  const readers = createPool({
    ...program,
    processes,
    maximum: processes * processesPerCore,
    waitingLimit,
    memoryLimit,
  })
  // Checks and backups read for long: they follow each other in a process of their own, and keep no query waiting.
  const upkeep = createPool({
    ...program,
    processes: 1,
    maximum: 1,
    waitingLimit,
    memoryLimit,
    idleMilliseconds: upkeepIdleMilliseconds,
  })
  // What is taken into a transaction can be long too, and touches no database.
  const stagers = createPool({
    ...program,
    processes: mostStaged,
    maximum: mostStaged,
    waitingLimit,
    memoryLimit,
    idleMilliseconds: upkeepIdleMilliseconds,
  })
  const writers = createWriters(program, waitingLimit)
  const groups = createChangeGroups((database, job) => writers.run(database, job), waitingLimit)
  const hosts = new Map<string, MemoryHost>()
  let closed = false

  function hostOf(database: MemoryDatabase): MemoryHost {
    if (closed) throw closedError()
    const host = hosts.get(database.name) ?? createMemoryHost(program, memoryLimit, waitingLimit)
    hosts.set(database.name, host)
    return host
  }

  /** Where a database is read, and how a process is readied for it. */
  async function read(database: EmbeddedDatabase, job: Omit<Job, 'prepare'>): Promise<Call> {
    return database.kind === 'file' ? readers.run(job) : hostOf(database).run(job)
  }

  const timeoutOf = (asked: number | undefined): number => Math.min(asked ?? limits.timeout, limits.timeout)

  const sparql = processSparql<EmbeddedDatabase>({
    async run(database, job, writes) {
      if (!writes) return read(database, job)
      return runSpooled(job, limits.spoolFolder, (spooled) =>
        database.kind === 'file' ? writers.run(database, spooled) : read(database, spooled),
      )
    },
    timeout: timeoutOf,
    limits: answerLimits,
    triplePatterns: limits.limits.triplePatterns,
  })

  return {
    ...processGraphql({ run: read, timeout: timeoutOf, limits: limits.limits, answerLimits }),

    ...processSchemas({ run: read, check: read, timeout: timeoutOf }),

    ...sparql,

    ...processUpkeep({
      read: (job) => upkeep.run(job),
      write: (database, job) => writers.run(database, job),
      waiting: () => readers.waiting(),
    }),

    warm: () => readers.warm(),

    async load(database, sources, options = {}): Promise<LoadReport> {
      if (database.kind === 'memory') return hostOf(database).load(database, sources, options)
      const call = await writers.run(database, loadJob(database, sources, options))
      const value = await call.result
      if (!isLoadReport(value)) throw new Error('A database process loaded nothing.')
      return value
    },

    async change(database, steps, options = {}): Promise<ChangeReport> {
      if (database.kind === 'memory') return hostOf(database).change(database, steps, options)
      if (isSmallChange(steps)) return groups.change(database, orderedSteps(steps), options.signal)
      const { namespaces, access: graphs } = database
      const access = remoteAccess(limits.remote).documents
      const { signal } = options
      return withDocuments(steps, { access, namespaces, graphs, signal }, async (fetched) => {
        const call = await writers.run(database, changeJob(database, fetched, options))
        const value = await call.result
        if (!isChangeReport(value)) throw new Error('A database process changed nothing.')
        return value
      })
    },

    async stage(database, step, file, options = {}) {
      const call = await stagers.run(stageJob(database, step, file, options))
      const value = await call.result
      if (!isStagedCounts(value)) throw new Error('A database process kept nothing of a step.')
      return value
    },

    async size(database) {
      const order: Target = { database }
      const call = await read(database, { operation: 'size', argument: order, timeout: limits.timeout })
      const value = await call.result
      if (typeof value !== 'number') throw new Error('A database process counted nothing.')
      return value
    },

    async release(database, reason = droppedError()) {
      if (database.kind === 'file') {
        groups.release(database, reason)
        await writers.release(database, reason)
        await readers.broadcast('release', { database } satisfies Target)
        return
      }
      const host = hosts.get(database.name)
      hosts.delete(database.name)
      await host?.close(0, reason)
    },

    async close({ graceMilliseconds = 0 } = {}) {
      closed = true
      const pools: readonly Pick<Pool, 'close'>[] = [readers, upkeep, stagers, writers, ...hosts.values()]
      await Promise.all(pools.map((pool) => pool.close(graceMilliseconds)))
    },
  }
}
