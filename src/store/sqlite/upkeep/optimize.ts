import type { DatabaseSync } from 'node:sqlite'
import { changeDatabase } from '../change/change.ts'
import { recountGraphs, recountPredicates, typePredicate } from '../change/counts.ts'
import { inMemory } from '../connection.ts'
import { integer } from '../sql-value.ts'
import { storageError } from '../storage-error.ts'

/**
 * Counts anew what plans are made by, and writes the file anew without gaps; needs room for a second copy of it
 * meanwhile. Readers go on with the state that they read.
 *
 * Throws a `ServiceError` of kind `storage` where the disk is full; the database is then as before.
 */
export async function optimizeDatabase(database: DatabaseSync, signal?: AbortSignal): Promise<void> {
  await changeDatabase(
    database,
    (change) => {
      const rows = change.database.prepare('SELECT p FROM predicate_count UNION SELECT p FROM quad').all()
      const type = typePredicate(change.database)
      if (type === undefined) change.database.exec('DELETE FROM class_count')
      const predicates = rows.map(({ p }) => integer(p))
      recountPredicates(change.database, new Set(type === undefined ? predicates : [...predicates, type]))
      recountGraphs(change.database)
    },
    { ...(signal && { signal }) },
  )
  try {
    database.exec('VACUUM')
    // The log has as much in it as the file; readers of an older state keep it.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 5000')
  } catch (error) {
    throw storageError(error, database.location() ?? inMemory)
  }
}
