import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseEntry } from '../../catalog/catalog.ts'
import { ServiceError } from '../../errors.ts'

/**
 * What work on a database comes to. Its failures say the name of the database in place of the path of its file, which is
 * the operator's to know and goes to the log; what fails at an endpoint says the name by itself.
 */
export async function nameDatabase<Result>(entry: DatabaseEntry, work: Promise<Result>): Promise<Result> {
  if (entry.kind === 'remote') return work
  const { name, path } = entry
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.message.includes(path)) throw error
    if (error.kind === 'storage') throwWhereGone(name, path, error)
    const message = [`database file "${path}"`, `file "${path}"`, path].reduce(
      (text, place) => text.replaceAll(place, `file of database '${name}'`),
      error.message,
    )
    const detail = error.detail === undefined ? error.message : `${error.message} ${error.detail}`
    throw new ServiceError(error.kind, message, { detail, cause: error })
  }
}

/** Where its files are gone, which were there when the request came, the database was dropped or replaced meanwhile. */
function throwWhereGone(name: string, path: string, cause: ServiceError): void {
  if (!existsSync(dirname(path)))
    throw new ServiceError('databaseUnknown', `Database '${name}' does not exist.`, { cause })
  if (existsSync(path) || !cause.message.endsWith('does not exist.')) return
  const message = `Database '${name}' was replaced. Try again.`
  throw new ServiceError('invalidDatabaseState', message, { detail: path, cause })
}
