import type { DatabaseSync } from 'node:sqlite'
import { iri } from '../../rdf/term.ts'
import type { PredicateStatistics, Statistics } from '../store.ts'
import { versionReader } from './connection.ts'
import type { Dictionary } from './dictionary/dictionary.ts'
import { keptStatement } from './kept-statement.ts'
import { integer, onlyColumn } from './sql-value.ts'

/** Number of quads in all graphs, exact, without counting them. */
export function databaseSize(database: DatabaseSync): number {
  return integer(onlyColumn(keptStatement(database, 'SELECT ifnull(sum(quads), 0) FROM graph_count').get()))
}

/**
 * A reader of a database's exact counts. What it read is kept until the version changes; the value that it returned
 * before then goes on to tell the old counts where they were asked for already.
 */
export function statisticsReader(
  database: DatabaseSync,
  dictionary: Dictionary,
  readVersion: () => number = versionReader(database),
): () => Statistics {
  let version: number | undefined
  let current: Statistics | undefined
  return () => {
    const now = readVersion()
    if (current === undefined || now !== version) current = readStatistics(database, dictionary)
    version = now
    return current
  }
}

function readStatistics(database: DatabaseSync, dictionary: Dictionary): Statistics {
  const triples = integer(
    onlyColumn(keptStatement(database, 'SELECT ifnull(sum(triples), 0) FROM predicate_count').get()),
  )
  const predicates = new Map<string, PredicateStatistics | undefined>()
  const classes = new Map<string, number>()
  const ofPredicate = keptStatement(
    database,
    'SELECT triples, subjects, objects FROM predicate_count WHERE p = ?',
  )
  const ofClass = keptStatement(database, 'SELECT instances FROM class_count WHERE class = ?')
  return {
    triples,
    predicate(name) {
      if (!predicates.has(name)) {
        const p = dictionary.lookup(iri(name))
        const row = p === undefined ? undefined : ofPredicate.get(p)
        predicates.set(name, row === undefined ? undefined : predicateStatistics(row))
      }
      return predicates.get(name)
    },
    instances(classIri) {
      const known = classes.get(classIri)
      if (known !== undefined) return known
      const id = dictionary.lookup(iri(classIri))
      const row = id === undefined ? undefined : ofClass.get(id)
      const instances = row === undefined ? 0 : integer(onlyColumn(row))
      classes.set(classIri, instances)
      return instances
    },
  }
}

function predicateStatistics({ triples, subjects, objects }: Record<string, unknown>): PredicateStatistics {
  return { triples: integer(triples), subjects: integer(subjects), objects: integer(objects) }
}
