import type { Answer, GraphQLRequest, RequestOptions } from './answer.ts'
import type { Call } from './child.ts'
import type { Database, MemoryDatabase } from './database.ts'
import type { QueryOrder, Target } from './database-orders.ts'
import { isAnswerErrors, isExplanationAnswer, isLoadReport } from './database-results.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { closedError, droppedError } from './failures.ts'
import { loadJob } from './load-job.ts'
import { createMemoryHost, type MemoryHost } from './memory-host.ts'
import { createPool, type Job, type Pool } from './pool.ts'
import type { LoadReport } from './rdf-source.ts'
import { createWriters } from './writers.ts'

/** The limits of the processes. */
export type ProcessLimits = Required<Omit<EngineOptions, 'isolation'>>

/** Processes for slow readers, beside those that compute: this many for each. */
const processesPerCore = 4

/** The module that database processes run: a source beside this source, compiled beside this compiled. */
const databaseProcess = new URL(
  `./database-process${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** An engine whose queries and loads run in processes of their own. */
export function createProcessEngine(limits: ProcessLimits): Engine {
  const { processes, memoryLimit, waitingLimit } = limits
  const readers = createPool({
    entry: databaseProcess,
    processes,
    maximum: processes * processesPerCore,
    waitingLimit,
    memoryLimit,
  })
  const writers = createWriters(databaseProcess, waitingLimit)
  const hosts = new Map<string, MemoryHost>()
  let closed = false

  function hostOf(database: MemoryDatabase): MemoryHost {
    if (closed) throw closedError()
    const host = hosts.get(database.name) ?? createMemoryHost(databaseProcess, memoryLimit, waitingLimit)
    hosts.set(database.name, host)
    return host
  }

  /** Where a database is read, and how a process is readied for it. */
  async function read(database: Database, job: Omit<Job, 'prepare'>): Promise<Call> {
    return database.kind === 'file' ? readers.run(job) : hostOf(database).run(job)
  }

  function queryJob(operation: string, order: QueryOrder, options: RequestOptions): Omit<Job, 'prepare'> {
    const timeout = Math.min(options.timeout ?? limits.timeout, limits.timeout)
    return { operation, argument: order, timeout, signal: options.signal }
  }

  return {
    warm: () => readers.warm(),

    async graphql(database, request, options = {}): Promise<Answer> {
      const settings = { limits: limits.limits, ...(options.form && { form: options.form }) }
      const order = { database, request: bare(request), settings }
      const call = await read(database, queryJob('graphql', order, options))
      if ((await call.begun) === 'chunk') return { kind: 'data', chunks: call.chunks }
      const value = await call.result
      return isAnswerErrors(value)
        ? { kind: 'errors', errors: value.errors }
        : { kind: 'data', chunks: call.chunks }
    },

    async explain(database, request, options = {}) {
      const settings = { limits: limits.limits }
      const order = { database, request: bare(request), settings, profile: options.profile === true }
      const call = await read(database, queryJob('explain', order, options))
      const value = await call.result
      if (!isExplanationAnswer(value)) throw new Error('A database process explained nothing.')
      return value
    },

    async load(database, sources, options = {}): Promise<LoadReport> {
      if (database.kind === 'memory') return hostOf(database).load(database, sources, options)
      const call = await writers.run(database, loadJob(database, sources, options))
      const value = await call.result
      if (!isLoadReport(value)) throw new Error('A database process loaded nothing.')
      return value
    },

    async size(database) {
      const order: Target = { database }
      const call = await read(database, { operation: 'size', argument: order, timeout: limits.timeout })
      const value = await call.result
      if (typeof value !== 'number') throw new Error('A database process counted nothing.')
      return value
    },

    async release(database) {
      if (database.kind === 'file') {
        await writers.release(database)
        await readers.broadcast('release', { database } satisfies Target)
        return
      }
      const host = hosts.get(database.name)
      hosts.delete(database.name)
      await host?.close(0, droppedError())
    },

    async close({ graceMilliseconds = 0 } = {}) {
      closed = true
      const pools: readonly Pick<Pool, 'close'>[] = [readers, writers, ...hosts.values()]
      await Promise.all(pools.map((pool) => pool.close(graceMilliseconds)))
    },
  }
}

/** Only what a process needs of a request: its caller may have more in the object than can be sent. */
function bare({ query, variables, operationName, extensions }: GraphQLRequest): GraphQLRequest {
  return {
    query,
    ...(variables !== undefined && { variables }),
    ...(operationName !== undefined && { operationName }),
    ...(extensions !== undefined && { extensions }),
  }
}
