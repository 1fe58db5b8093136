import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../errors.ts'

/** `PRAGMA application_id` of a catalog: the letters `EspC`. Catalogs of the first format have none. */
const applicationId = 0x45737043

/** `PRAGMA user_version` of the tables below. */
const currentFormat = 4

/** `position` keeps the order of declaration. Names that differ in case only would share a folder on some systems. */
const firstTables = `
CREATE TABLE database (
  name TEXT PRIMARY KEY COLLATE NOCASE,
  created TEXT NOT NULL,
  ready INTEGER NOT NULL
) STRICT;
CREATE TABLE namespace (
  database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
  position INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  iri TEXT NOT NULL,
  PRIMARY KEY (database, prefix)
) STRICT, WITHOUT ROWID;
CREATE TABLE database_option (
  database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (database, name)
) STRICT, WITHOUT ROWID;
`

/** What makes the tables of each format out of those of the format before; `file` is within the folder of the database. */
const steps: readonly string[] = [
  firstTables,
  `ALTER TABLE database ADD COLUMN online INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE database ADD COLUMN file TEXT NOT NULL DEFAULT 'data.db';
   PRAGMA application_id = ${applicationId};`,
  `ALTER TABLE database ADD COLUMN kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'remote'));`,
  // Names of schemas are told apart by the case of their letters. The digest is that of the text.
  `CREATE TABLE graphql_schema (
     database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
     name TEXT NOT NULL,
     text TEXT NOT NULL,
     digest TEXT NOT NULL,
     generated INTEGER NOT NULL,
     PRIMARY KEY (database, name)
   ) STRICT;`,
]

/** The tables of each format, in the order of their names. */
const tablesOf = (format: number): readonly string[] => [
  'database',
  'database_option',
  ...(format >= 4 ? ['graphql_schema'] : []),
  'namespace',
]

/**
 * Opens `system.db` at `path` for this process alone; makes its tables where it is new, and brings those of older
 * formats to the present one.
 *
 * @throws ServiceError `storage` where it cannot be opened, is damaged, of something else or of a newer version;
 * `invalidDatabaseState` where another process has it
 */
export function openCatalogFile(path: string): DatabaseSync {
  let sql: DatabaseSync | undefined
  try {
    sql = new DatabaseSync(path)
    // The lock is kept until the process ends, however it ends.
    sql.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    const format = formatOf(sql, path)
    for (const step of steps.slice(format)) sql.exec(step)
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
  if (!isOurs || tables.join() !== tablesOf(format).join()) {
    throw new ServiceError('storage', `The file "${path}" is not a catalog of Espalier.`)
  }
  return format
}

function numberOf(sql: DatabaseSync, text: string): number {
  const value = Object.values(sql.prepare(text).get() ?? {})[0]
  return typeof value === 'number' ? value : 0
}
