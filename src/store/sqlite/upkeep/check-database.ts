import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '../../../errors.ts'
import { openDatabase } from '../connection.ts'
import { checkCounts } from './check-counts.ts'
import { checkDictionary } from './check-dictionary.ts'
import { checkFile, structureErrors } from './check-file.ts'
import { checkQuads } from './check-quads.ts'
import { Findings, type StoreFinding } from './findings.ts'

/**
 * Everything that is wrong with the database file at `path`, of one state of it, however many changes are made
 * meanwhile; empty where all is well. A hundred findings at most, then how many more there are. Memory is bounded.
 */
export function checkDatabaseFile(path: string): readonly StoreFinding[] {
  let database: DatabaseSync | undefined
  try {
    database = openDatabase(path, { readOnly: true })
    return checkDatabase(database)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const reason = error instanceof ServiceError ? message : `The file cannot be read: ${message}.`
    return [{ part: 'file', message: reason }]
  } finally {
    database?.close()
  }
}

/** Everything that is wrong with an open database; see {@link checkDatabaseFile}. */
export function checkDatabase(database: DatabaseSync): readonly StoreFinding[] {
  const findings = new Findings()
  database.exec('BEGIN')
  try {
    findings.attempt('file', 'The file', () => checkFile(database, findings))
    // Where tables or indexes are others than they should be, nothing can be asked of them.
    if (!findings.isEmpty && !hasItsTables(database)) return findings.list()
    findings.attempt('dictionary', 'The dictionary', () => checkDictionary(database, findings))
    findings.attempt('quads', 'The quads', () => checkQuads(database, findings))
    findings.attempt('counts', 'The counts', () => checkCounts(database, findings))
    return findings.list()
  } finally {
    database.exec('ROLLBACK')
  }
}

function hasItsTables(database: DatabaseSync): boolean {
  try {
    return structureErrors(database).next().done === true
  } catch {
    return false
  }
}
