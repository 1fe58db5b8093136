import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../errors.ts'
import { keptStatement } from './kept-statement.ts'
import { applicationId, formatVersion, schema, wellKnownDatatypes } from './schema.ts'
import { integer, onlyColumn } from './sql-value.ts'
import { storageError } from './storage-error.ts'

/** The name under which {@link openDatabase} opens a database in memory. */
export const inMemory = ':memory:'

/** How a database file is opened. */
export interface ConnectionOptions {
  /** Reads only, beside a writer in this or another process; the file must exist. */
  readonly readOnly?: boolean
  /** Megabytes of pages kept by the connection; unless given, 64 for reading and 192 for writing. */
  readonly cacheMegabytes?: number
}

/**
 * Opens the database file at `path`, or a database in memory where `path` is {@link inMemory}; makes the tables where
 * the file is new or empty.
 *
 * Throws a `ServiceError` of kind `storage` where the file is of something else, of a newer format, corrupted, absent
 * though `readOnly`, or cannot be opened.
 */
export function openDatabase(path: string, options: ConnectionOptions = {}): DatabaseSync {
  const readOnly = options.readOnly ?? false
  if (readOnly && !existsSync(path)) {
    throw new ServiceError('storage', `The database file "${path}" does not exist.`)
  }
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly, timeout: 5_000, enableForeignKeyConstraints: false })
    prepareDatabase(database, path, readOnly)
    database.exec(
      `PRAGMA cache_size = ${-1024 * (options.cacheMegabytes ?? (readOnly ? 64 : 192))}; PRAGMA temp_store = FILE`,
    )
    // A writer keeps away from mapped memory: a failed write would end the process with a signal, not an error.
    database.exec(`PRAGMA mmap_size = ${readOnly ? 2 ** 30 : 0}; PRAGMA trusted_schema = OFF`)
    return database
  } catch (error) {
    database?.close()
    throw storageError(error, path)
  }
}

/** Number of commits that the database has seen since it was made. */
export function databaseVersion(database: DatabaseSync): number {
  return versionReader(database)()
}

/** Reads {@link databaseVersion} again and again through one statement. */
export function versionReader(database: DatabaseSync): () => number {
  const statement = keptStatement(database, `SELECT value FROM meta WHERE name = 'version'`)
  return () => integer(onlyColumn(statement.get()))
}

function prepareDatabase(database: DatabaseSync, path: string, readOnly: boolean): void {
  if (isNew(database)) {
    if (readOnly) throw new ServiceError('storage', `The database file "${path}" is empty.`)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    createTables(database)
    return
  }
  checkFormat(database, path)
  if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
}

function isNew(database: DatabaseSync): boolean {
  return integer(onlyColumn(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get())) === 0
}

function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  // Another process may have made the tables while this one waited.
  if (isNew(database)) {
    database.exec(`PRAGMA application_id = ${applicationId}`)
    database.exec(schema)
    const addMeta = database.prepare('INSERT INTO meta VALUES (?, ?)')
    addMeta.run('format', BigInt(formatVersion))
    addMeta.run('version', 0n)
    addMeta.run('created', new Date().toISOString())
    const addDatatype = database.prepare('INSERT INTO datatype VALUES (?, ?)')
    for (const [iri, id] of wellKnownDatatypes) addDatatype.run(id, iri)
  }
  database.exec('COMMIT')
}

function checkFormat(database: DatabaseSync, path: string): void {
  const id = integer(onlyColumn(database.prepare('PRAGMA application_id').get()))
  if (id !== applicationId) {
    throw new ServiceError('storage', `The file "${path}" is not a database of Espalier.`)
  }
  const format = integer(onlyColumn(database.prepare(`SELECT value FROM meta WHERE name = 'format'`).get()))
  if (format === formatVersion) return
  throw new ServiceError(
    'storage',
    format > formatVersion
      ? `The database file "${path}" has format ${format}; this version of Espalier reads format ${formatVersion}. Use a newer version of Espalier.`
      : `The database file "${path}" has the old format ${format}; this version of Espalier reads format ${formatVersion}. Load its data into a new database.`,
  )
}
