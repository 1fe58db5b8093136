import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../errors.ts'
import { inMemory } from './connection.ts'
import { Interner } from './interner.ts'
import { integer, onlyColumn } from './sql-value.ts'
import { isBusy, storageError } from './storage-error.ts'

/** Megabytes of pages during a change, and as much again while an index is made. */
const cacheMegabytes = 192

/** A change of a database in progress: everything done through it is committed at once, or not at all. */
export interface Change {
  readonly database: DatabaseSync
  readonly interner: Interner
  /** Ends the change, which leaves nothing behind. */
  readonly signal: AbortSignal | undefined
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
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted()
  begin(database)
  const cacheSize = integer(onlyColumn(database.prepare('PRAGMA cache_size').get()))
  try {
    database.exec(`PRAGMA cache_size = ${-1024 * cacheMegabytes}`)
    const interner = new Interner(database)
    const result = await work({ database, interner, signal })
    interner.finish()
    signal?.throwIfAborted()
    database.exec(`UPDATE meta SET value = value + 1 WHERE name = 'version'`)
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw storageError(error, database.location() ?? inMemory)
  } finally {
    database.exec(`PRAGMA cache_size = ${cacheSize}`)
  }
}

function begin(database: DatabaseSync): void {
  if (database.isTransaction) throw new Error('The connection has a change in progress.')
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    const path = database.location() ?? inMemory
    if (!isBusy(error)) throw storageError(error, path)
    const message = `The database file "${path}" is being written by another process. Try again later.`
    throw new ServiceError('serverBusy', message, { cause: error })
  }
}
