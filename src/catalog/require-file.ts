import { statSync } from 'node:fs'
import { ServiceError } from '../errors.ts'
import type { FileEntry } from './catalog.ts'

/**
 * The entry of a database whose file is there. Where it is gone, a writer would make a new one and take it for the
 * database.
 *
 * @throws ServiceError `storage` where there is no file, or an empty one
 */
export function requireFile(entry: FileEntry): FileEntry {
  const stats = statSync(entry.path, { throwIfNoEntry: false })
  if (stats?.isFile() === true && stats.size > 0) return entry
  const problem =
    stats === undefined ? 'does not exist' : stats.isFile() ? 'is empty' : 'is a folder, or something else'
  const message = `The file of database '${entry.name}' ${problem}. Restore the database from a backup, or drop it.`
  throw new ServiceError('storage', message, { detail: entry.path })
}
