import { ServiceError } from '../../errors.ts'

/** The part of a SQLite result code that names the kind of failure, without its extension. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

/** Whether a statement failed because another connection holds the database. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 5 || code === 6
}

/**
 * A failure of SQLite on the file at `path` as a {@link ServiceError} that names the file and what can be done about
 * it. Anything else, a `ServiceError` too, is returned as it is.
 */
export function storageError(error: unknown, path: string): unknown {
  const code = primaryCode(error)
  if (code === undefined) return error
  const detail = error instanceof Error ? error.message : ''
  const options = { detail, cause: error }
  switch (code) {
    case 5:
    case 6:
      return new ServiceError(
        'serverBusy',
        `The database file "${path}" is being written by another process.`,
        options,
      )
    case 8:
      return new ServiceError(
        'storage',
        `The database file "${path}" cannot be written: it is read-only.`,
        options,
      )
    case 10:
      return new ServiceError(
        'storage',
        `The database file "${path}" cannot be read or written: input/output error.`,
        options,
      )
    case 11:
      return new ServiceError(
        'storage',
        `The database file "${path}" is corrupted. Restore it from a backup, or drop the database and load its data again.`,
        options,
      )
    case 13:
      return new ServiceError('storage', `The disk that holds the database file "${path}" is full.`, options)
    case 14:
      return new ServiceError('storage', `The database file "${path}" cannot be opened.`, options)
    case 26:
      return new ServiceError(
        'storage',
        `The file "${path}" is not a database of Espalier, or it is corrupted.`,
        options,
      )
    default:
      return error
  }
}
