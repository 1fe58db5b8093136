import type { ServiceError } from '../../errors.ts'
import type { ChangeReport, ChangeStep } from '../change/change.ts'
import type { MemoryDatabase } from '../database.ts'
import type { LoadOptions, LoadReport, RdfSource } from '../rdf-source.ts'
import { changeJob } from './change-job.ts'
import type { Child, ChildProgram } from './child.ts'
import { isChangeReport, isLoadReport } from './database-results.ts'
import { loadJob } from './load-job.ts'
import { createPool, type Job } from './pool.ts'
import type { Call } from './running-call.ts'

/** The one process that has a database in its memory; another one is given the same data when it is replaced. */
export interface MemoryHost {
  run(job: Omit<Job, 'prepare'>): Promise<Call>
  load(database: MemoryDatabase, sources: readonly RdfSource[], options: LoadOptions): Promise<LoadReport>
  change(database: MemoryDatabase, steps: readonly ChangeStep[], options: LoadOptions): Promise<ChangeReport>
  close(graceMilliseconds: number, reason?: ServiceError): Promise<void>
}

/** A job that changes the database, and can be begun anew. */
type Repeatable = (options: LoadOptions) => Omit<Job, 'prepare'>

/** An empty database in memory, of a process that starts when it is needed. */
export function createMemoryHost(
  program: ChildProgram,
  memoryLimit: number,
  waitingLimit: number,
): MemoryHost {
  const pool = createPool({ ...program, processes: 1, maximum: 1, waitingLimit, memoryLimit })
  /** What changed the database until now, to be repeated. */
  const done: Repeatable[] = []
  const known = new WeakMap<Child, number>()

  async function prepare(child: Child): Promise<void> {
    for (const repeat of done.slice(known.get(child) ?? 0)) {
      const { operation, argument, inputs = [] } = repeat({})
      await child.call(operation, argument, { inputs }).result
      known.set(child, (known.get(child) ?? 0) + 1)
    }
  }

  /** Carries out what changes the database, and what changed it before where the process is a new one. */
  async function write<Report>(
    job: Repeatable,
    options: LoadOptions,
    isReport: (value: unknown) => value is Report,
  ): Promise<Report> {
    let holder: Child | undefined
    const call = await pool.run({
      ...job(options),
      prepare: async (child) => {
        await prepare(child)
        holder = child
      },
    })
    const report = await call.result
    if (!isReport(report)) throw new Error('A database process did not say what it changed.')
    done.push(job)
    if (holder !== undefined) known.set(holder, done.length)
    return report
  }

  return {
    run: (job) => pool.run({ ...job, prepare }),
    load(database, sources, options) {
      const kept = sources.map(keepBytes)
      return write((jobOptions) => loadJob(database, kept, jobOptions), options, isLoadReport)
    },
    change(database, steps, options) {
      const kept = steps.map(keepStep)
      return write((jobOptions) => changeJob(database, kept, jobOptions), options, isChangeReport)
    },
    close: (graceMilliseconds, reason) => pool.close(graceMilliseconds, reason),
  }
}

function keepStep(step: ChangeStep): ChangeStep {
  if (step.kind !== 'add' && step.kind !== 'remove') return step
  return { kind: step.kind, source: keepBytes(step.source) }
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
