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

/** Whether the file that connections share has no room on the disk: opening a database that nobody has open needs some. */
function isWithoutRoom(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 4874
}

const limitsOfStatements = /too many|too large|at most \d+ tables|no query solution|stack overflow|too big/i

/**
 * A failure of SQLite to prepare a statement of ours: one that is larger than SQLite takes is as large because its query
 * is. Anything else is returned as it is.
 */
export function statementError(error: unknown): unknown {
  const code = primaryCode(error)
  if (!(error instanceof Error) || (code !== 1 && code !== 18) || !limitsOfStatements.test(error.message))
    return error
  return new ServiceError(
    'limitExceeded',
    `The query is too large for the embedded store: ${error.message}.`,
    {
      cause: error,
    },
  )
}

/**
 * A failure of SQLite on the file at `path` as a {@link ServiceError} that names the file and what can be done about
 * it. Anything else, a `ServiceError` too, is returned as it is.
 */
export function storageError(error: unknown, path: string): unknown {
  const code = isWithoutRoom(error) ? 13 : primaryCode(error)
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
