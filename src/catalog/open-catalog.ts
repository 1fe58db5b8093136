import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceError } from '../errors.ts'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import type { Catalog, DatabaseEntry } from './catalog.ts'
import { type CatalogTables, openCatalogTables } from './catalog-tables.ts'
import { checkDatabaseName } from './database-name.ts'
import { newNamespaces } from './new-namespaces.ts'

/**
 * Opens the catalog of a home folder, `system.db` in it, for this process alone; makes it where there is none. What a
 * crash left of databases that were being created or dropped is removed.
 *
 * @throws ServiceError `storage` where the file cannot be read or written; `invalidDatabaseState` where another process
 * has it
 */
export function openCatalog(home: string): Catalog {
  const databases = join(resolve(home), 'databases')
  const tables = openCatalogTables(join(resolve(home), 'system.db'))
  const folderOf = (name: string): string => join(databases, name)
  for (const name of tables.unfinished()) remove(tables, name, folderOf(name))

  function get(name: string): DatabaseEntry {
    const row = tables.find(name)
    if (row === undefined) throw new ServiceError('databaseUnknown', `Database '${name}' does not exist.`)
    return { ...row, path: join(folderOf(name), 'data.db') }
  }

  return {
    list: () => tables.list().map((row) => ({ ...row, path: join(folderOf(row.name), 'data.db') })),
    get,
    has: (name) => tables.find(name) !== undefined,

    async create(name, populate, options = new Map()) {
      checkDatabaseName(name)
      const entry: DatabaseEntry = {
        name,
        path: join(folderOf(name), 'data.db'),
        created: new Date().toISOString(),
        namespaces: defaultNamespaces,
        options,
      }
      if (!tables.begin(entry)) {
        throw new ServiceError('databaseExists', `Database '${name}' already exists.`)
      }
      try {
        mkdirSync(folderOf(name), { recursive: true, mode: 0o700 })
        tables.finish(name, newNamespaces(await populate(entry)), options)
        return get(name)
      } catch (error) {
        remove(tables, name, folderOf(name))
        throw error
      }
    },

    async drop(name, release) {
      const entry = get(name)
      tables.hide(name)
      await release?.(entry)
      remove(tables, name, folderOf(name))
    },

    close: () => tables.close(),
  }
}

/** The row goes last: as long as it is there, the folder is removed at the next start. */
function remove(tables: CatalogTables, name: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  tables.remove(name)
}
