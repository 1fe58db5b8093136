import { endpointLabel } from '../../store/remote/endpoint-label.ts'
import { defaultAnswerLimits } from '../answer-limits.ts'
import type { ChangeReport, ChangeStep } from '../change/change.ts'
import type { RemoteDatabase } from '../database.ts'
import { remoteRefusal } from '../endpoints/remote-refusal.ts'
import { changeMilliseconds, healthMilliseconds, inspectionMilliseconds } from '../endpoints/time-limits.ts'
import type { EndpointEngine, EndpointOptions } from '../engine.ts'
import { droppedError } from '../failures.ts'
import type { LoadOptions } from '../rdf-source.ts'
import { withAsker } from './asker-orders.ts'
import { changeJob, sourcesOf } from './change-job.ts'
import type { EndpointTarget } from './database-orders.ts'
import { isChangeReport, isEndpointFindings, isEndpointHealth } from './database-results.ts'
import { createPool, type Job } from './pool.ts'
import type { ProcessLimits } from './process-engine.ts'
import { processGraphql } from './process-graphql.ts'
import { processSchemas } from './process-schemas.ts'
import { processSparql } from './process-sparql.ts'
import type { Call } from './running-call.ts'
import { createSharedProcess } from './shared-process.ts'

/** Changes with documents that are read at once; others wait for them. */
const mostReading = 2

/** Milliseconds that a process of such changes waits for more. */
const readingIdleMilliseconds = 1_000

/** Bytes for the queries of all remote databases together, however little each query may take. */
const leastMemory = 256 * 2 ** 20

/** Milliseconds that the process of queries waits for more; with it go its connections. */
const sharedIdleMilliseconds = 300_000

/** What is done for a database, beside other kinds of it. */
type JobKind = 'query' | 'change' | 'size' | 'inspect' | 'health' | 'forgetVocabulary' | 'release'

/** The module that these processes run: a source beside this source, compiled beside this compiled. */
const endpointProcess = new URL(
  `./endpoint-process${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/**
 * An engine that asks endpoints from one process for all queries, so that what asks the same endpoint shares its
 * connections. Documents to load are read in others, where they keep no query waiting.
 */
export function createProcessEndpoints(limits: ProcessLimits): EndpointEngine {
  const { waitingLimit } = limits
  const memoryLimit = Math.max(limits.memoryLimit, leastMemory)
  const program = {
    entry: endpointProcess,
    argument: JSON.stringify(limits.remote),
    onWarnings: limits.onWarnings,
  }
  const answerLimits = { ...defaultAnswerLimits, ...limits.answerLimits }
  const shared = createSharedProcess({
    ...program,
    memoryLimit,
    most: waitingLimit,
    idleMilliseconds: sharedIdleMilliseconds,
  })
  const readers = createPool({
    ...program,
    processes: mostReading,
    maximum: mostReading,
    waitingLimit,
    memoryLimit,
    idleMilliseconds: readingIdleMilliseconds,
  })
  /** What ends the changes of a database that read documents, by its name. */
  const changing = new Map<string, AbortController>()

  /** Has the shared process carry out a job; those of a kind for a database have a limit of their own. */
  function begin(
    kind: JobKind,
    { name, endpoint }: RemoteDatabase,
    job: Omit<Job, 'prepare'>,
  ): Promise<Call> {
    const asked = endpointLabel(name, endpoint.queryUrl)
    return shared.run(`${kind} ${name}`, { ...withAsker(job), asked })
  }

  const run = (database: RemoteDatabase, job: Omit<Job, 'prepare'>): Promise<Call> =>
    begin('query', database, job)

  const timeout = (asked: number | undefined): number => Math.min(asked ?? limits.timeout, limits.timeout)

  async function resultOf(
    operation: Exclude<JobKind, 'query' | 'change'>,
    database: RemoteDatabase,
    options: EndpointOptions & { readonly timeout: number },
  ): Promise<unknown> {
    const argument: EndpointTarget = { database }
    const call = await begin(operation, database, { operation, argument, ...options })
    return call.result
  }

  /** Has documents read and sent by a process that keeps no query waiting. */
  async function read(database: RemoteDatabase, job: Omit<Job, 'prepare'>): Promise<unknown> {
    const { name } = database
    const known = changing.get(name)
    const stop = known?.signal.aborted === false ? known : new AbortController()
    changing.set(name, stop)
    const signals = job.signal === undefined ? [stop.signal] : [job.signal, stop.signal]
    try {
      const call = await readers.run({ ...withAsker(job), signal: AbortSignal.any(signals) })
      return await call.result
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error
    }
  }

  async function change(
    database: RemoteDatabase,
    steps: readonly ChangeStep[],
    options: LoadOptions = {},
  ): Promise<ChangeReport> {
    const job = { ...changeJob(database, steps, options), timeout: changeMilliseconds }
    try {
      const value =
        sourcesOf(steps).length > 0
          ? await read(database, job)
          : await (await begin('change', database, job)).result
      if (!isChangeReport(value)) throw new Error('A database process changed nothing.')
      return value
    } finally {
      // Also where it failed: the endpoint may have done it nevertheless.
      await forgetVocabulary(database)
    }
  }

  /** Has the vocabulary of a database read anew when it is next needed. */
  async function forgetVocabulary(database: RemoteDatabase): Promise<void> {
    if (!shared.isRunning()) return
    // A process that ends has forgotten it.
    await resultOf('forgetVocabulary', database, { timeout: healthMilliseconds }).catch(() => {})
  }

  return {
    ...processGraphql({ run, timeout, limits: limits.limits, answerLimits }),

    // A long text would keep the queries of all remote databases waiting.
    ...processSchemas<RemoteDatabase>({ run, check: (_, job) => readers.run(job), timeout }),

    ...processSparql<RemoteDatabase>({
      async run(database, job, writes) {
        if (writes) throw remoteRefusal(database, 'transaction')
        return run(database, job)
      },
      timeout,
      limits: answerLimits,
      triplePatterns: limits.limits.triplePatterns,
    }),

    change,

    async load(database, sources, options) {
      const steps = sources.map((source): ChangeStep => ({ kind: 'add', source }))
      const { steps: _, removed: __, ...report } = await change(database, steps, options)
      return report
    },

    async size(database) {
      const value = await resultOf('size', database, { timeout: limits.timeout })
      if (typeof value !== 'number') throw new Error('A database process counted nothing.')
      return value
    },

    async inspect(database, options = {}) {
      const value = await resultOf('inspect', database, { timeout: inspectionMilliseconds, ...options })
      if (!isEndpointFindings(value)) throw new Error('A database process found out nothing.')
      return value
    },

    async health(database, options = {}) {
      const value = await resultOf('health', database, { timeout: healthMilliseconds, ...options })
      if (!isEndpointHealth(value)) throw new Error('A database process did not say how an endpoint is.')
      return value
    },

    async release(database, reason = droppedError()) {
      changing.get(database.name)?.abort(reason)
      changing.delete(database.name)
      await shared.end(`change ${database.name}`, reason)
      if (shared.isRunning()) await resultOf('release', database, { timeout: healthMilliseconds })
    },

    async close({ graceMilliseconds = 0 } = {}) {
      await Promise.all([shared.close(graceMilliseconds), readers.close(graceMilliseconds)])
    },
  }
}
