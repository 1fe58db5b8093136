import type { DatabaseSync } from 'node:sqlite'
import { owl, vocabularyPredicates, vocabularyTypes } from '../../../rdf/vocabulary-terms.ts'
import { keptStatement } from '../kept-statement.ts'
import { typeNumber } from '../schema.ts'
import { integer, onlyColumn, text } from '../sql-value.ts'
import { typePredicate } from './counts.ts'

/** Which predicates a change touches, and which classes it states something to be of, by their numbers. */
export interface TouchedTerms {
  readonly predicates: Iterable<number>
  /** Absent where they were not gathered: each class of the database may be among them. */
  readonly classes?: Iterable<number>
}

/**
 * Counts a change of the vocabulary where one of the quads added or removed may be of it; all terms of these are written, and
 * where quads are removed that are not told one by one, they are still there.
 */
export function countVocabularyChange(database: DatabaseSync, touched: TouchedTerms): void {
  if (!touchesVocabulary(database, touched)) return
  keptStatement(
    database,
    `INSERT INTO meta VALUES ('vocabulary', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1`,
  ).run()
}

/**
 * Reads again and again which state the vocabulary of a database is in: how many changes of it there were, and whether any triple has
 * nodes be the same, as the first of these changes how queries are rewritten, and those after it do not.
 */
export function vocabularyStateReader(database: DatabaseSync): () => number {
  const statement = keptStatement(
    database,
    `SELECT 2 * ifnull((SELECT value FROM meta WHERE name = 'vocabulary'), 0) + EXISTS (
       SELECT 1 FROM predicate_count
       WHERE triples > 0 AND p = (SELECT id FROM term WHERE value = ? AND type = ${typeNumber.iri} AND lang = ''))`,
  )
  return () => integer(onlyColumn(statement.get(owl.sameAs)))
}

function touchesVocabulary(database: DatabaseSync, { predicates, classes }: TouchedTerms): boolean {
  const type = typePredicate(database)
  const termValue = keptStatement(database, 'SELECT value FROM term WHERE id = ?')
  const isAmong = (id: number, terms: ReadonlySet<string>) => {
    const row = termValue.get(id)
    return row !== undefined && terms.has(text(onlyColumn(row)))
  }
  for (const predicate of predicates) {
    if (predicate !== type) {
      if (isAmong(predicate, vocabularyPredicates)) return true
      continue
    }
    for (const one of classes ?? allClasses(database)) if (isAmong(one, vocabularyTypes)) return true
  }
  return false
}

function* allClasses(database: DatabaseSync): Generator<number> {
  for (const row of database.prepare('SELECT class FROM class_count').all()) yield integer(onlyColumn(row))
}
