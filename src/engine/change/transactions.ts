import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { remoteRefusal } from '../endpoints/remote-refusal.ts'
import type { Engine } from '../engine.ts'
import { cancelledError } from '../failures.ts'
import type { LoadOptions, RdfSource } from '../rdf-source.ts'
import type { ChangeReport, ChangeStep, OpenTransaction } from './change.ts'
import { createTurns } from './turns.ts'

/** How transactions are kept. */
export interface TransactionOptions {
  /** A folder of their own: what is in it at the start is of transactions that are gone, and is removed. */
  readonly folder: string
  /** Transactions that are open at once; 1,000 unless given. */
  readonly limit?: number
  /** Those of one owner; 100 unless given. */
  readonly ownLimit?: number
  /** Milliseconds after which one that is not used is rolled back; an hour unless given. */
  readonly idleMilliseconds?: number
  /** The time in milliseconds; that of the machine unless given. */
  readonly now?: () => number
}

/**
 * Changes that are told step by step and made at once, by the name of their transaction. Nobody else sees them before the
 * commit, which carries the steps out on what the database is by then. What is done with one transaction is done in the
 * order in which it was asked for.
 *
 * All of it throws a ServiceError `transactionUnknown` where there is no such transaction of the database, or it is
 * somebody else's.
 */
export interface OwnTransactions {
  /** Begins a transaction and returns its name, a UUID. Throws `limitExceeded` where too many are open. */
  begin(database: Database): Promise<string>
  /**
   * Takes steps into a transaction, all or none of them. Their sources are read to the end and checked; nothing is
   * counted of what they will add and remove.
   */
  add(
    id: string,
    database: Database,
    steps: readonly ChangeStep[],
    options?: LoadOptions,
  ): Promise<ChangeReport>
  /** Does work that sees the database as the transaction makes it, by handing the transaction to the engine. */
  within<Result>(
    id: string,
    database: Database,
    work: (transaction: OpenTransaction) => Promise<Result>,
  ): Promise<Result>
  /** Carries out all steps in one commit. Where that fails the transaction stays open as it was. */
  commit(id: string, database: Database, options?: LoadOptions): Promise<ChangeReport>
  rollback(id: string, database: Database): Promise<void>
}

/** The transactions of nobody in particular, and those of owners, each of whom knows none but their own. */
export interface Transactions extends OwnTransactions {
  of(owner: string): OwnTransactions
  /** Rolls back those of a database, before it is dropped. */
  release(database: Database): Promise<void>
  /** Rolls back those that were not used for too long; done every minute by itself. */
  expire(): Promise<void>
  /** Rolls back all of them. */
  close(): Promise<void>
}

/** A transaction that is open. */
interface Open {
  readonly id: string
  readonly database: string
  readonly owner: string | undefined
  readonly folder: string
  steps: readonly ChangeStep[]
  prefixes: ReadonlyMap<string, string>
  files: number
  /** Work that is being done or waits. */
  busy: number
  used: number
}

/** Milliseconds between two looks for transactions that nobody uses. */
const expiryInterval = 60_000

/** No transactions. */
export function createTransactions(engine: Engine, options: TransactionOptions): Transactions {
  const { limit = 1_000, ownLimit = 100, idleMilliseconds = 3_600_000, now = Date.now } = options
  const root = resolve(options.folder)
  const open = new Map<string, Open>()
  const turns = createTurns()
  rmSync(root, { recursive: true, force: true })
  const timer = setInterval(() => void expire(), expiryInterval)
  timer.unref()

  function find(id: string, database: Database, owner: string | undefined): Open {
    const transaction = open.get(id)
    if (transaction?.database === keyOf(database) && transaction.owner === owner) return transaction
    throw unknownError(id)
  }

  /** Does work with a transaction when what was asked of it before is done. */
  async function take<Result>(
    id: string,
    database: Database,
    owner: string | undefined,
    work: (transaction: Open) => Promise<Result>,
  ): Promise<Result> {
    const transaction = find(id, database, owner)
    transaction.busy += 1
    try {
      // It may have ended while this waited.
      return await turns.take(id, () => work(find(id, database, owner)))
    } catch (error) {
      // Its files may have gone with it meanwhile.
      const isExplained = error instanceof ServiceError && error.kind !== 'internal'
      throw isExplained || open.has(id) ? error : unknownError(id)
    } finally {
      transaction.busy -= 1
      transaction.used = now()
    }
  }

  async function end(transaction: Open): Promise<void> {
    open.delete(transaction.id)
    // What is left is removed at the next start; what was committed is.
    await rm(transaction.folder, { recursive: true, force: true }).catch(() => {})
  }

  /** Reads a step to its end and keeps it. */
  async function stage(
    transaction: Open,
    database: Database,
    step: ChangeStep,
    loadOptions: LoadOptions,
  ): Promise<{ readonly step: ChangeStep } & Awaited<ReturnType<Engine['stage']>>> {
    const path = join(transaction.folder, `${transaction.files++}`)
    const file = `${path}.nq`
    if (step.kind !== 'add' && step.kind !== 'remove')
      return { step, ...(await engine.stage(database, step, file, loadOptions)) }
    const raw = `${path}.raw`
    try {
      // A slow sender keeps no process waiting.
      await saveBytes(step.source.bytes, raw, loadOptions.signal)
      const source = { ...step.source, ...fileBytes(raw) }
      const staged = await engine.stage(database, { kind: step.kind, source }, file, loadOptions)
      const { name } = step.source
      return {
        step: { kind: step.kind, source: { name, format: 'n-quads', ...fileBytes(file) } },
        ...staged,
      }
    } finally {
      await rm(raw, { force: true })
    }
  }

  async function expire(): Promise<void> {
    const idle = [...open.values()].filter(({ busy, used }) => busy === 0 && now() - used >= idleMilliseconds)
    await Promise.all(idle.map(end))
  }

  const isOf =
    (name: string) =>
    ({ owner }: Open): boolean =>
      owner === name

  const ownedBy = (owner: string | undefined): OwnTransactions => ({
    async begin(database) {
      if (database.kind === 'remote') throw remoteRefusal(database, 'transaction')
      await expire()
      if (open.size >= limit) throw tooManyError(`${limit} transactions`)
      const isFull = owner !== undefined && [...open.values()].filter(isOf(owner)).length >= ownLimit
      if (isFull) throw tooManyError(`${ownLimit} transactions of yours`)
      const id = randomUUID()
      const folder = join(root, id)
      const transaction: Open = {
        id,
        database: keyOf(database),
        owner,
        folder,
        steps: [],
        prefixes: new Map(),
        files: 0,
        busy: 0,
        used: now(),
      }
      open.set(id, transaction)
      return id
    },

    add: (id, database, steps, loadOptions = {}) =>
      take(id, database, owner, async (transaction) => {
        await mkdir(transaction.folder, { recursive: true, mode: 0o700 })
        const staged = []
        for (const step of steps) staged.push(await stage(transaction, database, step, loadOptions))
        transaction.steps = [...transaction.steps, ...staged.map(({ step }) => step)]
        const prefixes = merged(staged.map((one) => one.prefixes))
        transaction.prefixes = merged([transaction.prefixes, prefixes])
        return {
          added: 0,
          removed: 0,
          quads: staged.reduce((sum, { quads }) => sum + quads, 0),
          bytes: staged.reduce((sum, { bytes }) => sum + bytes, 0),
          steps: staged.map(() => ({ added: 0, removed: 0 })),
          prefixes,
        }
      }),

    within: (id, database, work) => take(id, database, owner, ({ steps }) => work({ id, steps })),

    commit: (id, database, loadOptions = {}) =>
      take(id, database, owner, async (transaction) => {
        const steps = database.kind === 'memory' ? transaction.steps.map(heldStep) : transaction.steps
        const report = await engine.change(database, steps, loadOptions)
        await end(transaction)
        return { ...report, prefixes: merged([transaction.prefixes, report.prefixes]) }
      }),

    rollback: (id, database) => take(id, database, owner, end),
  })

  return {
    ...ownedBy(undefined),

    of: ownedBy,

    async release(database) {
      const all = [...open.values()].filter((transaction) => transaction.database === keyOf(database))
      await Promise.all(all.map(end))
    },

    expire,

    async close() {
      clearInterval(timer)
      open.clear()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function tooManyError(which: string): ServiceError {
  const message = `${which} are open, which is the limit. Commit or roll back others, or try again later.`
  return new ServiceError('limitExceeded', message)
}

function unknownError(id: string): ServiceError {
  return new ServiceError(
    'transactionUnknown',
    `There is no transaction "${id.slice(0, 100)}" of this database.`,
  )
}

function keyOf(database: Database): string {
  return database.kind === 'file' ? database.path : `${database.kind} ${database.name}`
}

async function saveBytes(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }), {
      ...(signal && { signal }),
    })
  } catch (error) {
    throw signal?.aborted ? cancelledError() : error
  }
}

/** How a file is read again and again, also by other processes. */
function fileBytes(path: string): Pick<RdfSource, 'bytes' | 'path' | 'repeatable'> {
  return {
    path,
    bytes: { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() },
    repeatable: true,
  }
}

/** A step whose bytes whoever carries it out must keep, since the file will be gone. */
function heldStep(step: ChangeStep): ChangeStep {
  if (step.kind !== 'add' && step.kind !== 'remove') return step
  const { path: _, ...source } = step.source
  return { kind: step.kind, source: { ...source, repeatable: false } }
}

/** Prefixes, the first declaration of each. */
function merged(maps: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> {
  return new Map(maps.toReversed().flatMap((map) => [...map]))
}
