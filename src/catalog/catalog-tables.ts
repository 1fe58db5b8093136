import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../errors.ts'
import type { Namespaces } from '../rdf/namespaces.ts'

/** A database, as its rows tell. */
export interface DatabaseRow {
  readonly name: string
  readonly created: string
  readonly namespaces: Namespaces
  readonly options: ReadonlyMap<string, string>
}

/** The tables of `system.db`. */
export interface CatalogTables {
  list(): readonly DatabaseRow[]
  find(name: string): DatabaseRow | undefined
  /** Names of databases that are not finished, or were being dropped. */
  unfinished(): readonly string[]
  /** Reserves a name, in any case of its letters; `false` where it is taken. */
  begin(row: DatabaseRow): boolean
  finish(name: string, namespaces: Namespaces, options: ReadonlyMap<string, string>): void
  /** From now on nobody finds the database. */
  hide(name: string): void
  remove(name: string): void
  close(): void
}

/** `position` keeps the order of declaration. Names that differ in case only would share a folder on some systems. */
const schema = `
CREATE TABLE IF NOT EXISTS database (
  name TEXT PRIMARY KEY COLLATE NOCASE,
  created TEXT NOT NULL,
  ready INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS namespace (
  database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
  position INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  iri TEXT NOT NULL,
  PRIMARY KEY (database, prefix)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS database_option (
  database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (database, name)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
`

/**
 * Opens `system.db` at `path`, for this process alone.
 *
 * @throws ServiceError `storage`, `invalidDatabaseState`
 */
export function openCatalogTables(path: string): CatalogTables {
  const sql = open(path)
  const all = sql.prepare('SELECT name, created FROM database WHERE ready = 1 ORDER BY name')
  // The name is told with its letters' case, and asked for with it.
  const one = sql.prepare('SELECT name, created FROM database WHERE ready = 1 AND name = ? COLLATE BINARY')
  const namespaces = sql.prepare('SELECT prefix, iri FROM namespace WHERE database = ? ORDER BY position')
  const options = sql.prepare('SELECT name, value FROM database_option WHERE database = ? ORDER BY name')
  const addOption = sql.prepare('INSERT INTO database_option VALUES (?, ?, ?)')
  const addNamespace = sql.prepare('INSERT INTO namespace VALUES (?, ?, ?, ?)')
  const row = (found: Readonly<Record<string, unknown>>): DatabaseRow => {
    const name = text(found['name'])
    const entries = namespaces.all(name).map(({ prefix, iri }) => [text(prefix), text(iri)] as const)
    const given = options.all(name).map((option) => [text(option['name']), text(option['value'])] as const)
    return {
      name,
      created: text(found['created']),
      namespaces: new Map(entries),
      options: new Map(given),
    }
  }
  return {
    list: () => all.all().map(row),
    find(name) {
      const found = one.get(name)
      return found === undefined ? undefined : row(found)
    },
    unfinished: () =>
      sql
        .prepare('SELECT name FROM database WHERE ready = 0')
        .all()
        .map(({ name }) => text(name)),
    begin: ({ name, created }) =>
      sql.prepare('INSERT OR IGNORE INTO database VALUES (?, ?, 0)').run(name, created).changes > 0,
    finish(name, declared, given) {
      sql.exec('BEGIN IMMEDIATE')
      try {
        let position = 0
        for (const [prefix, iri] of declared) addNamespace.run(name, position++, prefix, iri)
        for (const [option, value] of given) addOption.run(name, option, value)
        sql.prepare('UPDATE database SET ready = 1 WHERE name = ?').run(name)
        sql.exec('COMMIT')
      } catch (error) {
        if (sql.isTransaction) sql.exec('ROLLBACK')
        throw error
      }
    },
    hide: (name) => void sql.prepare('UPDATE database SET ready = 0 WHERE name = ?').run(name),
    remove: (name) => void sql.prepare('DELETE FROM database WHERE name = ?').run(name),
    close: () => sql.close(),
  }
}

function open(path: string): DatabaseSync {
  let sql: DatabaseSync | undefined
  try {
    sql = new DatabaseSync(path)
    // The lock is kept until the process ends, however it ends.
    sql.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    sql.exec(`${schema} COMMIT`)
    return sql
  } catch (error) {
    sql?.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (busy) {
      const message = `The catalog "${path}" is in use by another process.`
      throw new ServiceError('invalidDatabaseState', message, { cause: error })
    }
    const message = `The catalog "${path}" cannot be opened.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('A column of the catalog is no text.')
  return value
}
