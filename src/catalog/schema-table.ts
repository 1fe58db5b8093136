import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { NewSchema, SchemaEntry } from './catalog.ts'
import { keptTexts } from './kept-texts.ts'

/** The table of the schemas of all databases. */
export interface SchemaTable {
  /** In the order of the alphabet. */
  names(database: string): readonly string[]
  find(database: string, name: string): SchemaEntry | undefined
  /** Bytes of the texts of all of them. */
  bytes(database: string): number
  /** Adds a schema, in place of one of the same name. */
  put(database: string, schema: NewSchema): void
  /** Whether there was one. */
  remove(database: string, name: string): boolean
  /** Removes all; returns how many there were. */
  clear(database: string): number
}

/** Characters of texts that are kept: those that queries name are looked up for each of them. */
const mostKept = 64 * 2 ** 20

/** The schemas in an open catalog file; failures of SQLite are thrown as they are. */
export function schemaTable(sql: DatabaseSync): SchemaTable {
  const texts = keptTexts(mostKept)
  const names = sql.prepare('SELECT name FROM graphql_schema WHERE database = ? ORDER BY name')
  // The name of a database is asked for with its letters' case.
  const facts = sql.prepare(
    `SELECT digest, generated FROM graphql_schema AS schema JOIN database ON database.name = schema.database
     WHERE schema.database = ?1 AND schema.name = ?2 AND ready = 1 AND database.name = ?1 COLLATE BINARY`,
  )
  const texted = sql.prepare('SELECT text FROM graphql_schema WHERE database = ? AND name = ?')
  const bytes = sql.prepare(
    'SELECT coalesce(sum(octet_length(text)), 0) AS bytes FROM graphql_schema WHERE database = ?',
  )
  const put = sql.prepare('INSERT OR REPLACE INTO graphql_schema VALUES (?, ?, ?, ?, ?)')
  const remove = sql.prepare('DELETE FROM graphql_schema WHERE database = ? AND name = ?')
  const clear = sql.prepare('DELETE FROM graphql_schema WHERE database = ?')

  return {
    names: (database) => names.all(database).map((row) => String(row['name'])),
    find(database, name) {
      const found = facts.get(database, name)
      if (found === undefined) return undefined
      const digest = String(found['digest'])
      const text = texts.take(digest, () => String(texted.get(database, name)?.['text']))
      return { name, text, digest, generated: found['generated'] === 1 }
    },
    bytes: (database) => Number(bytes.get(database)?.['bytes']),
    put(database, { name, text, generated }) {
      put.run(database, name, text, digestOf(text), Number(generated))
    },
    remove: (database, name) => remove.run(database, name).changes > 0,
    clear: (database) => Number(clear.run(database).changes),
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
