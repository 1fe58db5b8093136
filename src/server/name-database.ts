import type { DatabaseEntry } from '../catalog/catalog.ts'
import { ServiceError } from '../errors.ts'

/**
 * What work on a database comes to. Its failures say the name of the database in place of the path of its file, which is
 * the operator's to know and goes to the log.
 */
export async function nameDatabase<Result>(
  { name, path }: Pick<DatabaseEntry, 'name' | 'path'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.message.includes(path)) throw error
    const message = [`database file "${path}"`, `file "${path}"`, path].reduce(
      (text, place) => text.replaceAll(place, `file of database '${name}'`),
      error.message,
    )
    const detail = error.detail === undefined ? error.message : `${error.message} ${error.detail}`
    throw new ServiceError(error.kind, message, { detail, cause: error })
  }
}
