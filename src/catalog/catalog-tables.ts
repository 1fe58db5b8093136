import type { AccountStore } from '../accounts/account-store.ts'
import { forgetting } from '../accounts/forgetting.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { accountRows } from './account-rows.ts'
import type { DatabaseEntry, NewSchema } from './catalog.ts'
import { catalogError, damaged, openCatalogFile } from './catalog-file.ts'
import { changeAccounts } from './change-accounts.ts'
import { hasNameForm } from './database-name.ts'
import { keptAccounts } from './kept-accounts.ts'
import { type SchemaTable, schemaTable } from './schema-table.ts'

/** A database, as its rows tell. */
export interface DatabaseRow {
  readonly name: string
  readonly created: string
  readonly online: boolean
  readonly kind: DatabaseEntry['kind']
  /** Name of the file in the folder of the database; means nothing where it is remote. */
  readonly file: string
  readonly namespaces: Namespaces
  readonly options: ReadonlyMap<string, string>
}

/** What changes of the rows of a database; what is absent stays. */
export interface RowChange {
  readonly online?: boolean
  readonly file?: string
  /** All of them. */
  readonly namespaces?: Namespaces
  /** Those that change; `null` removes one. */
  readonly options?: ReadonlyMap<string, string | null>
  /** All of them. */
  readonly schemas?: readonly NewSchema[]
}

/** The tables of `system.db`; each call is one write, or none. */
export interface CatalogTables {
  list(): readonly DatabaseRow[]
  find(name: string): DatabaseRow | undefined
  /** Databases that are not finished, or were being dropped. */
  unfinished(): readonly Pick<DatabaseRow, 'name' | 'kind'>[]
  /** Reserves a name, in any case of its letters; `false` where it is taken. */
  begin(name: string, kind: DatabaseRow['kind'], created: string): boolean
  finish(name: string, change: RowChange): void
  change(name: string, change: RowChange): void
  /** From now on nobody finds the database, and nobody has permissions about it. */
  hide(name: string): void
  remove(name: string): void
  readonly schemas: SchemaTable
  readonly accounts: AccountStore
  close(): void
}

const fileName = /^data(?:-[1-9]\d*)?\.db$/u

/**
 * Opens `system.db` at `path`, for this process alone.
 *
 * @throws ServiceError `storage`, `invalidDatabaseState`
 */
export function openCatalogTables(path: string): CatalogTables {
  const sql = openCatalogFile(path)
  const columns = 'name, created, online, kind, file'
  const all = sql.prepare(`SELECT ${columns} FROM database WHERE ready = 1 ORDER BY name`)
  // The name is told with its letters' case, and asked for with it.
  const one = sql.prepare(`SELECT ${columns} FROM database WHERE ready = 1 AND name = ? COLLATE BINARY`)
  const namespaces = sql.prepare('SELECT prefix, iri FROM namespace WHERE database = ? ORDER BY position')
  const options = sql.prepare('SELECT name, value FROM database_option WHERE database = ? ORDER BY name')
  const setOption = sql.prepare('INSERT OR REPLACE INTO database_option VALUES (?, ?, ?)')
  const unsetOption = sql.prepare('DELETE FROM database_option WHERE database = ? AND name = ?')
  const addNamespace = sql.prepare('INSERT INTO namespace VALUES (?, ?, ?, ?)')

  const schemas = schemaTable(sql)

  function rowOf(found: Readonly<Record<string, unknown>>): DatabaseRow {
    const name = text(found['name'])
    const entries = namespaces.all(name).map(({ prefix, iri }) => [text(prefix), text(iri)] as const)
    const given = options.all(name).map((option) => [text(option['name']), text(option['value'])] as const)
    return {
      name,
      created: text(found['created']),
      online: found['online'] === 1,
      kind: kindOf(found),
      file: text(found['file']),
      namespaces: new Map(entries),
      options: new Map(given),
    }
  }

  function write(name: string, change: RowChange): void {
    const { online, file } = change
    if (change.namespaces !== undefined) {
      sql.prepare('DELETE FROM namespace WHERE database = ?').run(name)
      let position = 0
      for (const [prefix, iri] of change.namespaces) addNamespace.run(name, position++, prefix, iri)
    }
    for (const [option, value] of change.options ?? []) {
      if (value === null) unsetOption.run(name, option)
      else setOption.run(name, option, value)
    }
    if (change.schemas !== undefined) {
      schemas.clear(name)
      for (const schema of change.schemas) schemas.put(name, schema)
    }
    if (online !== undefined)
      sql.prepare('UPDATE database SET online = ? WHERE name = ?').run(Number(online), name)
    if (file !== undefined) sql.prepare('UPDATE database SET file = ? WHERE name = ?').run(file, name)
  }

  function guarded<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw catalogError(error, path)
    }
  }

  function atomically(work: () => void): void {
    guarded(() => {
      sql.exec('BEGIN IMMEDIATE')
      try {
        work()
        sql.exec('COMMIT')
      } catch (error) {
        if (sql.isTransaction) sql.exec('ROLLBACK')
        throw error
      }
    })
  }

  const rows = accountRows(sql)
  const accounts = keptAccounts({ rows, apply: changeAccounts(sql), guarded, atomically })

  const tables: CatalogTables = {
    list: () => guarded(() => all.all().map(rowOf)),
    find: (name) =>
      guarded(() => {
        const found = one.get(name)
        return found === undefined ? undefined : rowOf(found)
      }),
    unfinished: () =>
      guarded(() => sql.prepare('SELECT name, kind FROM database WHERE ready = 0').all()).map((found) => ({
        name: text(found['name']),
        kind: kindOf(found),
      })),
    begin: (name, kind, created) =>
      guarded(() =>
        sql
          .prepare('INSERT OR IGNORE INTO database (name, kind, created, ready) VALUES (?, ?, ?, 0)')
          .run(name, kind, created),
      ).changes > 0,
    finish: (name, change) =>
      atomically(() => {
        write(name, change)
        sql.prepare('UPDATE database SET ready = 1 WHERE name = ?').run(name)
      }),
    change: (name, change) => atomically(() => write(name, change)),
    hide: (name) =>
      accounts.within((apply) => {
        sql.prepare('UPDATE database SET ready = 0 WHERE name = ?').run(name)
        apply(forgetting('database', name))
      }),
    remove: (name) => atomically(() => void sql.prepare('DELETE FROM database WHERE name = ?').run(name)),
    schemas: {
      names: (database) => guarded(() => schemas.names(database)),
      find: (database, name) => guarded(() => schemas.find(database, name)),
      bytes: (database) => guarded(() => schemas.bytes(database)),
      put: (database, schema) => guarded(() => schemas.put(database, schema)),
      remove: (database, name) => guarded(() => schemas.remove(database, name)),
      clear: (database) => guarded(() => schemas.clear(database)),
    },
    accounts: accounts.store,
    close: () => sql.close(),
  }
  try {
    refuseStrangePlaces(
      [...tables.unfinished(), ...tables.list()].map(({ name }) => name),
      tables.list(),
      path,
    )
    const strange = guarded(() => rows.strangePermission())
    if (strange !== undefined) throw damaged(path, `A permission is ${JSON.stringify(strange)}.`)
    return tables
  } catch (error) {
    sql.close()
    throw error
  }
}

/** Names become folders, which are removed: none may lead elsewhere, whoever wrote it. */
function refuseStrangePlaces(names: readonly string[], rows: readonly DatabaseRow[], path: string): void {
  const outside = names.find((name) => !hasNameForm(name))
  if (outside !== undefined) throw damaged(path, `A database is named ${JSON.stringify(outside)}.`)
  const strange = rows.find(({ file }) => !fileName.test(file))
  if (strange !== undefined) throw damaged(path, `The file of a database is ${JSON.stringify(strange.file)}.`)
}

function kindOf(found: Readonly<Record<string, unknown>>): DatabaseRow['kind'] {
  return found['kind'] === 'remote' ? 'remote' : 'file'
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('A column of the catalog is no text.')
  return value
}
