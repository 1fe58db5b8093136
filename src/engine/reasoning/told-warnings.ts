import type { Reasoner } from '../../reasoning/reasoner.ts'
import type { Database } from '../database.ts'
import { isObject } from '../is-object.ts'
import type { VocabularySource } from './kept-reasoner.ts'

/** Warnings of a vocabulary that was read. */
export interface ToldWarnings {
  /** What the database is called; of one in a file that has no name, its path. */
  readonly database: string
  /** Sentences that each name an axiom and say why it is left out. */
  readonly warnings: readonly string[]
}

/** Tells the warnings of each vocabulary that is read, also that there are none. */
export function tellingWarnings(tell: (told: ToldWarnings) => void): NonNullable<VocabularySource['onRead']> {
  return (database: Database, { warnings }: Reasoner) => tell({ database: nameOf(database), warnings })
}

/**
 * Hands on warnings that are new: each once for as long as it is among those that are told of its database, however many tell
 * them.
 */
export function eachOnce(hear: (told: ToldWarnings) => void): (told: ToldWarnings) => void {
  const known = new Map<string, ReadonlySet<string>>()
  return ({ database, warnings }) => {
    const before = known.get(database)
    if (warnings.length === 0) known.delete(database)
    else known.set(database, new Set(warnings))
    const fresh = [...new Set(warnings)].filter((warning) => before?.has(warning) !== true)
    if (fresh.length > 0) hear({ database, warnings: fresh })
  }
}

/** Whether a value tells warnings. */
export function isToldWarnings(value: unknown): value is ToldWarnings {
  return (
    isObject(value) &&
    'database' in value &&
    typeof value.database === 'string' &&
    'warnings' in value &&
    Array.isArray(value.warnings) &&
    value.warnings.every((warning) => typeof warning === 'string')
  )
}

function nameOf(database: Database): string {
  return database.kind === 'file' ? (database.name ?? database.path) : database.name
}
