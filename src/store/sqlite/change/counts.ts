import type { DatabaseSync } from 'node:sqlite'
import { rdf } from '../../../rdf/term.ts'
import { keptStatement } from '../kept-statement.ts'
import { typeNumber } from '../schema.ts'
import { integer, onlyColumn } from '../sql-value.ts'

/** The number of `rdf:type`; `undefined` where the database does not know it, and so has no classes. */
export function typePredicate(database: DatabaseSync): number | undefined {
  const row = keptStatement(database, `SELECT id FROM term WHERE value = ? AND type = ? AND lang = ''`).get(
    rdf.type,
    typeNumber.iri,
  )
  return row === undefined ? undefined : integer(onlyColumn(row))
}

/** Counts the given predicates anew, in time linear in their triples, and with `rdf:type` its classes too. */
export function recountPredicates(database: DatabaseSync, predicates: Iterable<number>): void {
  const type = typePredicate(database)
  const subjects = database.prepare(
    'SELECT count(*) AS subjects, ifnull(sum(n), 0) AS triples FROM (SELECT count(*) AS n FROM quad WHERE p = ? AND u = 1 GROUP BY s)',
  )
  const objects = database.prepare(
    'SELECT count(*) FROM (SELECT DISTINCT o FROM quad INDEXED BY quad_pos WHERE p = ? AND u = 1)',
  )
  const remove = database.prepare('DELETE FROM predicate_count WHERE p = ?')
  const insert = database.prepare(
    'INSERT INTO predicate_count (p, triples, subjects, objects) VALUES (?, ?, ?, ?)',
  )
  for (const p of predicates) {
    const counts = subjects.get(p)
    if (counts === undefined) continue
    const { triples, subjects: distinctSubjects } = counts
    remove.run(p)
    if (integer(triples) > 0)
      insert.run(p, integer(triples), integer(distinctSubjects), integer(onlyColumn(objects.get(p))))
    if (p === type) recountClasses(database, p)
  }
}

/** Counts the quads of every graph anew. */
export function recountGraphs(database: DatabaseSync): void {
  const all = integer(onlyColumn(database.prepare('SELECT count(*) FROM quad').get()))
  database.exec('DELETE FROM graph_count')
  database.exec(
    'INSERT INTO graph_count SELECT g, count(*) FROM quad INDEXED BY quad_named WHERE g <> 0 GROUP BY g',
  )
  const named = integer(onlyColumn(database.prepare('SELECT ifnull(sum(quads), 0) FROM graph_count').get()))
  if (all > named) database.prepare('INSERT INTO graph_count VALUES (0, ?)').run(all - named)
}

function recountClasses(database: DatabaseSync, type: number): void {
  database.exec('DELETE FROM class_count')
  database
    .prepare(
      'INSERT INTO class_count SELECT o, count(*) FROM quad INDEXED BY quad_pos WHERE p = ? AND u = 1 GROUP BY o',
    )
    .run(type)
}
