import type { DatabaseEntry } from '../../catalog/catalog.ts'
import type { Secrets } from '../../catalog/secrets.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import type { Engine } from '../../engine/engine.ts'
import { ServiceError } from '../../errors.ts'
import { databaseReference } from './database-reference.ts'

/** Ends what is done with a database; one whose secrets cannot be read any more has nothing going on. */
export async function releaseEntry(
  engine: Engine,
  entry: DatabaseEntry,
  secrets: Secrets,
  reason?: ServiceError,
): Promise<void> {
  let database: HomeDatabase
  try {
    database = databaseReference(entry, {}, secrets)
  } catch (error) {
    if (error instanceof ServiceError && entry.kind === 'remote') return
    throw error
  }
  await engine.release(database, reason)
}
