import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../../errors.ts'
import type { GraphAccess } from '../../../sparql/graph-access.ts'
import { inMemory } from '../connection.ts'
import { Interner } from '../dictionary/interner.ts'
import { keptStatement } from '../kept-statement.ts'
import { shrinkLargeLog } from '../shrink-log.ts'
import { isBusy, storageError } from '../storage-error.ts'

/** A change of a database in progress: everything done through it is committed at once, or not at all. */
export interface Change {
  readonly database: DatabaseSync
  readonly interner: Interner
  /** Ends the change, which leaves nothing behind. */
  readonly signal: AbortSignal | undefined
  /** Which graphs it sees, and may change; absent: all. */
  readonly access?: GraphAccess | undefined
}

/** How a change is made. */
export interface ChangeOptions<Result> {
  readonly signal?: AbortSignal | undefined
  /** Which graphs it sees, and may change; absent: all. */
  readonly access?: GraphAccess | undefined
  /** Whether what the work came to changed anything; where it did not nothing is committed. Absent: it did. */
  readonly changed?: (result: Result) => boolean
}

/**
 * Runs `work` as one atomic change and commits it: all of it is on disk afterwards, and the version is one higher.
 * Where `work` throws, or `signal` is aborted before the commit, the database is as it was, dictionary included, and
 * the error is thrown on.
 *
 * A connection carries one change at a time; nothing else may be asked of it meanwhile. Throws a `ServiceError` of kind
 * `serverBusy` where another process writes, and of kind `storage` where the disk is full or the file damaged.
 */
export async function changeDatabase<Result>(
  database: DatabaseSync,
  work: (change: Change) => Promise<Result> | Result,
  { signal, access, changed = () => true }: ChangeOptions<Result> = {},
): Promise<Result> {
  signal?.throwIfAborted()
  const change = { ...beginChange(database, signal), access }
  try {
    const result = await work(change)
    signal?.throwIfAborted()
    if (changed(result)) commitChange(change)
    else abandonChange(change)
    return result
  } catch (error) {
    abandonChange(change)
    throw storageError(error, database.location() ?? inMemory)
  }
}

/** Begins a change, which lasts until it is committed or abandoned; see {@link changeDatabase}. */
export function beginChange(database: DatabaseSync, signal?: AbortSignal): Change {
  if (database.isTransaction) throw new Error('The connection has a change in progress.')
  try {
    keptStatement(database, 'BEGIN IMMEDIATE').run()
  } catch (error) {
    const path = database.location() ?? inMemory
    if (!isBusy(error)) throw storageError(error, path)
    const message = `The database file "${path}" is being written by another process. Try again later.`
    throw new ServiceError('serverBusy', message, { cause: error })
  }
  try {
    return { database, interner: new Interner(database), signal }
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw storageError(error, database.location() ?? inMemory)
  }
}

/** Commits a change. Where that fails the change is still to be abandoned. */
export function commitChange({ database, interner }: Change): void {
  interner.finish()
  keptStatement(database, `UPDATE meta SET value = value + 1 WHERE name = 'version'`).run()
  keptStatement(database, 'COMMIT').run()
}

/** Takes back all of a change. */
export function abandonChange({ database }: Change): void {
  // A full disk may have ended the transaction already.
  if (database.isTransaction) database.exec('ROLLBACK')
  shrinkLargeLog(database)
}
