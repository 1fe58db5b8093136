import { ServiceError } from '../errors.ts'
import type { DatabaseEntry, FileEntry } from './catalog.ts'

/**
 * The entry of a database whose data are here.
 *
 * @param deed what is wanted of it: `cannot be backed up`
 * @throws ServiceError `unsupported` where it is remote
 */
export function fileEntry(entry: DatabaseEntry, deed: string): FileEntry {
  if (entry.kind === 'file') return entry
  const message = `Database '${entry.name}' is remote, and ${deed}: its data are at its endpoint.`
  throw new ServiceError('unsupported', message)
}
