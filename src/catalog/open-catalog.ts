import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ServiceError } from '../errors.ts'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import type { Catalog, DatabaseEntry, FileEntry, RemoteEntry } from './catalog.ts'
import { type DatabaseRow, openCatalogTables, type RowChange } from './catalog-tables.ts'
import { checkDatabaseName } from './database-name.ts'
import { newNamespaces } from './new-namespaces.ts'
import { requireFile } from './require-file.ts'
import { openSecrets } from './secrets.ts'

/**
 * Opens the catalog of a home folder, `system.db` in it, for this process alone; makes it where there is none. What a
 * crash left of databases that were being created, replaced or dropped is removed.
 *
 * @throws ServiceError `storage` where the file cannot be read or written; `invalidDatabaseState` where another process
 * has it
 */
export function openCatalog(home: string): Catalog {
  const databases = join(resolve(home), 'databases')
  const tables = openCatalogTables(join(resolve(home), 'system.db'))
  const folderOf = (name: string): string => join(databases, name)
  const fileEntryOf = ({ file, ...row }: DatabaseRow): FileEntry => ({
    ...row,
    kind: 'file',
    path: join(folderOf(row.name), file),
  })
  const remoteEntryOf = ({ file: _, ...row }: DatabaseRow): RemoteEntry => ({ ...row, kind: 'remote' })
  const entryOf = (row: DatabaseRow): DatabaseEntry =>
    row.kind === 'remote' ? remoteEntryOf(row) : fileEntryOf(row)
  const remove = ({ name, kind }: Pick<DatabaseRow, 'name' | 'kind'>): void => {
    if (kind === 'file') removeFolder(folderOf(name), name)
    // The row goes last: as long as it is there, the folder is removed at the next start.
    tables.remove(name)
  }
  for (const row of tables.unfinished()) remove(row)
  for (const { name, kind, file } of tables.list())
    if (kind === 'file') removeOtherFiles(folderOf(name), file)
  // Databases whose files are being exchanged.
  const closed = new Set<string>()

  function rowOf(name: string): DatabaseRow {
    const row = tables.find(name)
    if (row === undefined) throw new ServiceError('databaseUnknown', `Database '${name}' does not exist.`)
    return row
  }

  const get = (name: string): DatabaseEntry => entryOf(rowOf(name))

  /** Makes a database that nobody finds before `fill` is done. */
  async function begin(
    name: string,
    kind: DatabaseRow['kind'],
    fill: (created: string) => Promise<RowChange>,
  ): Promise<DatabaseRow> {
    checkDatabaseName(name)
    const created = new Date().toISOString()
    if (!tables.begin(name, kind, created)) {
      throw new ServiceError('databaseExists', `Database '${name}' already exists.`)
    }
    try {
      tables.finish(name, await fill(created))
      return rowOf(name)
    } catch (error) {
      remove({ name, kind })
      throw error
    }
  }

  async function create(
    name: string,
    populate: (entry: FileEntry) => Promise<RowChange>,
    options: ReadonlyMap<string, string>,
  ): Promise<FileEntry> {
    const fill = async (created: string): Promise<RowChange> => {
      makeFolder(folderOf(name), name)
      const namespaces = defaultNamespaces
      const path = join(folderOf(name), 'data.db')
      const entry = { kind: 'file', name, created, online: true, path, namespaces, options } as const
      return { ...(await populate(entry)), options }
    }
    return fileEntryOf(await begin(name, 'file', fill))
  }

  return {
    list: () => tables.list().map(entryOf),
    get,
    getOnline(name) {
      const entry = get(name)
      if (closed.has(name)) throw replacedError(name)
      if (entry.online) return entry.kind === 'file' ? requireFile(entry) : entry
      const message = `Database '${name}' is offline. Bring it online with PUT /admin/databases/${name}/online or "espalier db online ${name}".`
      throw new ServiceError('invalidDatabaseState', message)
    },
    has: (name) => tables.find(name) !== undefined,

    create: (name, populate, options = new Map()) =>
      create(name, async (entry) => ({ namespaces: newNamespaces(await populate(entry)) }), options),

    async createRemote(name, find) {
      const fill = async (): Promise<RowChange> => ({ namespaces: defaultNamespaces, options: await find() })
      return remoteEntryOf(await begin(name, 'remote', fill))
    },

    restore: (name, { options, namespaces, schemas }, place) =>
      create(
        name,
        async (entry) => {
          await place(entry)
          return { namespaces, schemas }
        },
        options,
      ),

    async replace(name, { options, namespaces, schemas }, place, release) {
      const row = rowOf(name)
      if (row.kind === 'remote') throw remoteError(name)
      const before = fileEntryOf(row)
      if (closed.has(name)) throw replacedError(name)
      const file = nextFile(basename(before.path))
      const path = join(folderOf(name), file)
      closed.add(name)
      try {
        await release(before)
        makeFolder(folderOf(name), name)
        await place({ ...before, path, options, namespaces })
        const gone = [...rowOf(name).options.keys()].map((option) => [option, null] as const)
        tables.change(name, { file, namespaces, options: new Map([...gone, ...options]), schemas })
        removeOtherFiles(folderOf(name), file)
        return fileEntryOf(rowOf(name))
      } catch (error) {
        const current = tables.find(name)
        if (current !== undefined) removeOtherFiles(folderOf(name), current.file)
        throw error
      } finally {
        closed.delete(name)
      }
    },

    change(name, change) {
      get(name)
      tables.change(name, change)
      return get(name)
    },

    async drop(name, release) {
      const entry = get(name)
      if (closed.has(name)) throw replacedError(name)
      tables.hide(name)
      await release?.(entry)
      remove(entry)
    },

    findings() {
      const rows = tables.list().filter(({ kind }) => kind === 'file')
      const missing = rows.flatMap(({ name, file }) => {
        if (!existsSync(folderOf(name))) return [`Database '${name}' has no folder.`]
        const stats = statSync(join(folderOf(name), file), { throwIfNoEntry: false })
        return stats?.isFile() === true ? [] : [`The folder of database '${name}' has no file ${file}.`]
      })
      const known = new Set([...rows, ...tables.unfinished()].map(({ name }) => name))
      const folders = existsSync(databases) ? readdirSync(databases) : []
      const strays = folders.filter((folder) => !known.has(folder)).sort()
      return [...missing, ...strays.map((folder) => `The folder databases/${folder} belongs to no database.`)]
    },

    schemas: {
      names: (database) => tables.schemas.names(rowOf(database).name),
      find(database, name) {
        const found = tables.schemas.find(database, name)
        // Queries look one up each: where there is one, there is the database.
        if (found === undefined) rowOf(database)
        return found
      },
      bytes: (database) => tables.schemas.bytes(rowOf(database).name),
      put: (database, schema) => tables.schemas.put(rowOf(database).name, schema),
      remove: (database, name) => tables.schemas.remove(rowOf(database).name, name),
      clear: (database) => tables.schemas.clear(rowOf(database).name),
    },

    accounts: tables.accounts,
    secrets: openSecrets(join(resolve(home), 'secrets.key')),
    close: () => tables.close(),
  }
}

function replacedError(name: string): ServiceError {
  const message = `Database '${name}' is being replaced. Try again later.`
  return new ServiceError('invalidDatabaseState', message)
}

function remoteError(name: string): ServiceError {
  const message = `Database '${name}' is remote: there is nothing of it here that could be replaced. Drop it, or choose another name.`
  return new ServiceError('unsupported', message)
}

function makeFolder(folder: string, name: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const message = `The folder of database '${name}' cannot be made.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

function removeFolder(folder: string, name: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    const message = `The folder of database '${name}' cannot be removed.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

function nextFile(file: string): string {
  return `data-${Number(/\d+/u.exec(file)?.[0] ?? 0) + 1}.db`
}

/**
 * Removes the database files of a folder that the catalog does not name: they were replaced, or are not whole. Where the
 * file that it names is not there, the catalog is from another time, and nothing is removed.
 */
function removeOtherFiles(folder: string, file: string): void {
  if (!existsSync(join(folder, file))) return
  for (const other of readdirSync(folder)) {
    const of = /^(data(?:-\d+)?\.db)(?:-wal|-shm|-journal)?$/u.exec(other)?.[1]
    if (of !== undefined && of !== file) rmSync(join(folder, other), { recursive: true, force: true })
  }
}
