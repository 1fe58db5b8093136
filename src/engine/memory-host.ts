import type { ServiceError } from '../errors.ts'
import type { Call, Child } from './child.ts'
import type { MemoryDatabase } from './database.ts'
import { isLoadReport } from './database-results.ts'
import { loadJob } from './load-job.ts'
import { createPool, type Job } from './pool.ts'
import type { LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'

/** The one process that has a database in its memory; another one is given the same data when it is replaced. */
export interface MemoryHost {
  run(job: Omit<Job, 'prepare'>): Promise<Call>
  load(database: MemoryDatabase, sources: readonly RdfSource[], options: LoadOptions): Promise<LoadReport>
  close(graceMilliseconds: number, reason?: ServiceError): Promise<void>
}

/** A load that succeeded, to be repeated. */
interface DoneLoad {
  readonly database: MemoryDatabase
  readonly sources: readonly RdfSource[]
}

/** An empty database in memory, of a process that starts when it is needed. */
export function createMemoryHost(entry: URL, memoryLimit: number, waitingLimit: number): MemoryHost {
  const pool = createPool({ entry, processes: 1, maximum: 1, waitingLimit, memoryLimit })
  const done: DoneLoad[] = []
  const loaded = new WeakMap<Child, number>()

  async function prepare(child: Child): Promise<void> {
    for (const { database, sources } of done.slice(loaded.get(child) ?? 0)) {
      const { operation, argument, inputs = [] } = loadJob(database, sources, {})
      await child.call(operation, argument, { inputs }).result
      loaded.set(child, (loaded.get(child) ?? 0) + 1)
    }
  }

  return {
    run: (job) => pool.run({ ...job, prepare }),
    async load(database, sources, options) {
      const kept = sources.map(keepBytes)
      let holder: Child | undefined
      const call = await pool.run({
        ...loadJob(database, kept, options),
        prepare: async (child) => {
          await prepare(child)
          holder = child
        },
      })
      const report = await call.result
      if (!isLoadReport(report)) throw new Error('A database process loaded nothing.')
      done.push({ database, sources: kept })
      if (holder !== undefined) loaded.set(holder, done.length)
      return report
    },
    close: (graceMilliseconds, reason) => pool.close(graceMilliseconds, reason),
  }
}

/** A source that can be read again: its bytes are kept as they are read, where they come only once. */
function keepBytes(source: RdfSource): RdfSource {
  if (source.repeatable === true) return source
  const kept: Uint8Array[] = []
  let first = true
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (!first) {
      yield* kept
      return
    }
    first = false
    for await (const piece of source.bytes) {
      kept.push(piece)
      yield piece
    }
  }
  return { ...source, bytes: { [Symbol.asyncIterator]: bytes }, repeatable: true }
}
