import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../../errors.ts'
import { openDatabase } from '../connection.ts'
import { integer, onlyColumn, text } from '../sql-value.ts'
import { storageError } from '../storage-error.ts'
import { structureErrors } from './check-file.ts'

/** What a backup says of its database beside the data. */
export interface BackupLabel {
  /** The name that the database had. */
  readonly name: string
  readonly options: ReadonlyMap<string, string>
  readonly namespaces: ReadonlyMap<string, string>
  /** GraphQL schemas. */
  readonly schemas: readonly BackupSchema[]
  /** When the backup was made: ISO 8601, UTC. */
  readonly created: string
  /** The version of Espalier that made it. */
  readonly version: string
}

/** A GraphQL schema of a database in a backup. */
export interface BackupSchema {
  readonly name: string
  readonly text: string
  /** Whether it was made of the data. */
  readonly generated: boolean
}

/** What the names of rows of schemas begin with. Versions that know of none pass over them. */
const addedSchema = 'schema '
const generatedSchema = 'generated schema '

/** The one table of a backup that a database does not have. */
const labelTable = 'CREATE TABLE backup (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID'

/**
 * Writes one committed state of the database file at `path` to the new file `target`, however many changes are made
 * meanwhile. It is not yet sure to be on disk when this returns. Returns the number of triples in it. Where it fails nothing is left at `target`.
 *
 * @throws ServiceError `storage`
 */
export function writeBackup(path: string, target: string, label: BackupLabel): number {
  try {
    const source = openDatabase(path, { readOnly: true })
    try {
      source.prepare('VACUUM INTO ?').run(target)
    } catch (error) {
      throw storageError(error, path)
    } finally {
      source.close()
    }
    const copy = new DatabaseSync(target)
    try {
      copy.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN; ${labelTable}`)
      const add = copy.prepare('INSERT INTO backup VALUES (?, ?)')
      for (const [name, value] of labelRows(label)) add.run(name, value)
      copy.exec('COMMIT')
      return triplesOf(copy)
    } catch (error) {
      throw storageError(error, path)
    } finally {
      copy.close()
    }
  } catch (error) {
    for (const end of ['', '-journal']) rmSync(`${target}${end}`, { force: true })
    throw error
  }
}

/**
 * Makes a database file of the backup at `path`, in its place, and returns what the backup says. Nothing in it is
 * carried out or followed before its tables are found to be those of a backup and nothing else.
 *
 * @throws ServiceError `illegalArgument` where it is no backup, or a damaged one; `storage`
 */
export function adoptBackup(path: string): { readonly label: BackupLabel; readonly triples: number } {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    const found = [...structureErrors(database)]
    const [difference] = found.filter((message) => message !== labelMessage)
    if (difference !== undefined || found.length === 0) {
      throw noBackup(difference ?? 'It has no table with the name of a database.')
    }
    if (labelStatement(database) !== labelTable)
      throw noBackup('Its table backup is another one than it should be.')
    const check = database.prepare('PRAGMA quick_check(1)').get()
    if (onlyColumn(check) !== 'ok') throw noBackup(`SQLite finds: ${String(onlyColumn(check))}.`)
    const label = readLabel(database)
    database.exec('DROP TABLE backup')
    const triples = triplesOf(database)
    database.close()
    database = undefined
    // Of another format, or without its rows of meta, it cannot be opened.
    openDatabase(path).close()
    syncFile(path)
    return { label, triples }
  } catch (error) {
    const failure = storageError(error, path)
    if (failure instanceof ServiceError && failure.kind === 'illegalArgument') throw failure
    const isDamage = failure instanceof ServiceError ? failure.kind === 'storage' : true
    throw isDamage && !isFull(error)
      ? noBackup(error instanceof Error ? error.message : String(error))
      : failure
  } finally {
    database?.close()
  }
}

const labelMessage = 'There is a table backup, which should not be.'

function noBackup(detail: string): ServiceError {
  return new ServiceError('illegalArgument', 'This is no backup of Espalier, or a damaged one.', { detail })
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 13
}

function labelStatement(database: DatabaseSync): unknown {
  return onlyColumn(database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'backup'`).get())
}

function labelRows(label: BackupLabel): readonly (readonly [name: string, value: string])[] {
  const { name, options, namespaces, schemas, created, version } = label
  return [
    ['name', name],
    ['options', JSON.stringify([...options])],
    ['namespaces', JSON.stringify([...namespaces])],
    ['created', created],
    ['version', version],
    ...schemas.map(
      (schema) => [`${schema.generated ? generatedSchema : addedSchema}${schema.name}`, schema.text] as const,
    ),
  ]
}

/** Bytes of what a backup says of its database: more than its schemas can have. All of it is read at once. */
const longestLabel = 100 * 2 ** 20

function readLabel(database: DatabaseSync): BackupLabel {
  const bytes = integer(
    onlyColumn(database.prepare('SELECT coalesce(sum(octet_length(value)), 0) FROM backup').get()),
  )
  if (bytes > longestLabel) throw noBackup(`It says ${bytes} bytes of its database.`)
  const rows = database.prepare('SELECT name, value FROM backup').all()
  const values = new Map(rows.map(({ name, value }) => [text(name), text(value)]))
  const value = (name: string): string => {
    const found = values.get(name)
    if (found === undefined) throw noBackup(`Its ${name} is missing.`)
    return found
  }
  return {
    name: value('name'),
    options: readPairs(value('options')),
    namespaces: readPairs(value('namespaces')),
    schemas: [...values].flatMap(([row, found]) => schemaOf(row, found) ?? []),
    created: value('created'),
    version: value('version'),
  }
}

/** The schema in a row; `undefined` where it holds something else. */
function schemaOf(row: string, found: string): BackupSchema | undefined {
  const prefix = [addedSchema, generatedSchema].find((start) => row.startsWith(start))
  if (prefix === undefined) return undefined
  return { name: row.slice(prefix.length), text: found, generated: prefix === generatedSchema }
}

function readPairs(json: string): ReadonlyMap<string, string> {
  const pairs: unknown = JSON.parse(json)
  if (!Array.isArray(pairs) || !pairs.every(isPair))
    throw noBackup('Its options or namespaces cannot be read.')
  return new Map(pairs)
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string')
}

function triplesOf(database: DatabaseSync): number {
  return integer(onlyColumn(database.prepare('SELECT ifnull(sum(triples), 0) FROM predicate_count').get()))
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
