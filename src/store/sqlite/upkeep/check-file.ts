import { DatabaseSync } from 'node:sqlite'
import { applicationId, formatVersion, schema } from '../schema.ts'
import { onlyColumn } from '../sql-value.ts'
import type { Findings } from './findings.ts'

/** Findings of SQLite itself that are looked at. */
const mostIntegrityErrors = 1000

/**
 * Checks what SQLite can tell of a file: its kind, its tables and indexes, which have to be exactly those of the schema,
 * the row of `meta`, and by `PRAGMA integrity_check` its pages, that indexes hold what tables do, and the types of columns.
 */
export function checkFile(database: DatabaseSync, findings: Findings): void {
  for (const message of structureErrors(database)) findings.add('file', message)
  for (const message of metaErrors(database)) findings.add('file', message)
  const rows = database.prepare(`PRAGMA integrity_check(${mostIntegrityErrors})`).all()
  for (const row of rows) {
    const message = String(onlyColumn(row))
    if (message !== 'ok') findings.add('file', `SQLite finds: ${message.replaceAll('\n', ' ')}.`)
  }
}

/** What of the tables and indexes of a file is not as the schema says, one sentence each. */
export function* structureErrors(database: DatabaseSync): Generator<string> {
  const id = onlyColumn(database.prepare('PRAGMA application_id').get())
  if (id !== applicationId) yield `The application id is ${String(id)}, not ${applicationId}.`
  const user = onlyColumn(database.prepare('PRAGMA user_version').get())
  if (user !== 0) yield `The user version is ${String(user)}, not 0.`
  const encoding = onlyColumn(database.prepare('PRAGMA encoding').get())
  if (encoding !== 'UTF-8') yield `The encoding of text is ${String(encoding)}, not UTF-8.`
  const wanted = expectedObjects()
  const found = objectsOf(database)
  for (const [name, text] of wanted) {
    const other = found.get(name)
    if (other === undefined) yield `The ${name} is missing.`
    else if (other !== text) yield `The ${name} is another one than it should be.`
  }
  for (const name of found.keys()) if (!wanted.has(name)) yield `There is a ${name}, which should not be.`
}

function* metaErrors(database: DatabaseSync): Generator<string> {
  const meta = new Map(
    database
      .prepare('SELECT name, value FROM meta')
      .all()
      .map(({ name, value }) => [name, value]),
  )
  const { format, version, created, vocabulary } = Object.fromEntries(meta)
  if (format !== formatVersion) yield `The format is ${String(format)}, not ${formatVersion}.`
  if (typeof version !== 'number' || version < 0) yield `The number of commits is ${String(version)}.`
  if (typeof created !== 'string' || new Date(created).toJSON() !== created)
    yield `The time of creation is ${JSON.stringify(created)}.`
  if (vocabulary !== undefined && (typeof vocabulary !== 'number' || vocabulary < 0))
    yield `The number of changes of the vocabulary is ${String(vocabulary)}.`
  const rows = vocabulary === undefined ? 3 : 4
  if (meta.size !== rows) yield `The table meta has ${meta.size} rows, not ${rows}.`
}

function expectedObjects(): ReadonlyMap<string, string> {
  const empty = new DatabaseSync(':memory:')
  try {
    empty.exec(schema)
    return objectsOf(empty)
  } finally {
    empty.close()
  }
}

/** The statements that made the tables, indexes and other things of a database, by kind and name. */
function objectsOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [
      `${String(type)} ${String(name)}`,
      `${String(table)}: ${String(sql).replaceAll(/\s+/g, ' ')}`,
    ]),
  )
}
