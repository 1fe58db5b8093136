import type { DatabaseSync, StatementSync } from 'node:sqlite'

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/**
 * The statement of a text, prepared once for a connection: preparing takes longer than running what a small change runs.
 * For fixed texts whose results are taken at once, since one statement runs once at a time.
 */
export function keptStatement(database: DatabaseSync, text: string): StatementSync {
  const statements = kept.get(database) ?? new Map<string, StatementSync>()
  kept.set(database, statements)
  const statement = statements.get(text) ?? database.prepare(text)
  statements.set(text, statement)
  return statement
}
