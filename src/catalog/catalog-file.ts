import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../errors.ts'
import { applicationId, currentFormat, formatSteps, tablesOfFormat } from './catalog-formats.ts'

/**
 * Opens `system.db` at `path` for this process alone; makes its tables where it is new, and brings those of older
 * formats to the present one. From then on only its owner may read the file, as it has what is kept of passwords.
 *
 * @throws ServiceError `storage` where it cannot be opened, is damaged, of something else or of a newer version;
 * `invalidDatabaseState` where another process has it
 */
export function openCatalogFile(path: string): DatabaseSync {
  let sql: DatabaseSync | undefined
  try {
    if (path !== inMemory) keepToOwner(path)
    sql = new DatabaseSync(path)
    // The lock is kept until the process ends, however it ends.
    sql.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    const format = formatOf(sql, path)
    for (const step of formatSteps.slice(format)) sql.exec(step)
    if (format < currentFormat) sql.exec(`PRAGMA user_version = ${currentFormat}`)
    sql.exec('COMMIT')
    const [damage] = sql.prepare('PRAGMA quick_check(1)').all()
    if (damage?.['quick_check'] !== 'ok') throw damaged(path, String(damage?.['quick_check']))
    return sql
  } catch (error) {
    sql?.close()
    if (error instanceof ServiceError) throw error
    if (codeOf(error) === 5) {
      const message = `The catalog "${path}" is in use by another process.`
      throw new ServiceError('invalidDatabaseState', message, { cause: error })
    }
    const message = `The catalog "${path}" cannot be opened.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

/** A path of a catalog that is gone when it is closed. */
export const inMemory = ':memory:'

/** SQLite gives its journals the permissions of the file. */
function keepToOwner(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  // A file that is there is not opened here: to close it would end the lock that this process may have on it.
  if (mode === undefined) closeSync(openSync(path, 'ax', 0o600))
  else if ((mode & 0o077) !== 0) chmodSync(path, 0o600)
}

/** A catalog that holds what was never written to it. */
export function damaged(path: string, detail: string): ServiceError {
  const message = `The catalog "${path}" is damaged. Put a copy of it in its place, or start with a new home folder and restore backups.`
  return new ServiceError('storage', message, { detail })
}

/** A failure of SQLite while the catalog is read or written, without the place of the file; anything else as it is. */
export function catalogError(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const reason =
    code === 8
      ? ' It is read-only.'
      : code === 11
        ? ' It is damaged.'
        : code === 13
          ? ' The disk is full.'
          : ''
  const message = `The catalog of the databases cannot be read or written.${reason}`
  return new ServiceError('storage', message, { detail: `${path}: ${String(error)}`, cause: error })
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

/** The format of the tables that there are; 0 of a new file. */
function formatOf(sql: DatabaseSync, path: string): number {
  const format = numberOf(sql, 'PRAGMA user_version')
  const id = numberOf(sql, 'PRAGMA application_id')
  if (id === applicationId && format > currentFormat) {
    const message = `The catalog "${path}" has format ${format}; this version of Espalier reads format ${currentFormat}. Use a newer version of Espalier.`
    throw new ServiceError('storage', message)
  }
  const tables = sql
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all()
    .map(({ name }) => String(name))
  if (tables.length === 0 && format === 0) return 0
  const isOurs = format <= 1 ? id === 0 && format === 1 : id === applicationId
  if (!isOurs || tables.join() !== tablesOfFormat(format).join()) {
    throw new ServiceError('storage', `The file "${path}" is not a catalog of Espalier.`)
  }
  return format
}

function numberOf(sql: DatabaseSync, text: string): number {
  const value = Object.values(sql.prepare(text).get() ?? {})[0]
  return typeof value === 'number' ? value : 0
}
