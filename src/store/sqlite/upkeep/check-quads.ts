import type { DatabaseSync } from 'node:sqlite'
import { typeNumber } from '../schema.ts'
import type { Findings } from './findings.ts'

const { blank, iri } = typeNumber

/** A place of a quad: the index that has its terms in order, and the types of terms that may stand there. */
interface Place {
  readonly column: 'p' | 's' | 'o' | 'g'
  readonly name: string
  readonly index: string
  readonly only?: string
  readonly types?: readonly number[]
}

const places: readonly Place[] = [
  { column: 'p', name: 'predicate', index: 'quad_pos', types: [iri] },
  { column: 's', name: 'subject', index: 'quad_spo', types: [blank, iri] },
  { column: 'o', name: 'object', index: 'quad_osp' },
  { column: 'g', name: 'graph', index: 'quad_named', only: 'g <> 0', types: [blank, iri] },
]

/**
 * Checks that the terms of quads are in the dictionary and of a kind that may stand where they do, and that of each
 * triple one quad is marked for the union.
 */
export function checkQuads(database: DatabaseSync, findings: Findings): void {
  for (const { column, name, index, only = 'TRUE', types } of places) {
    const illegal = types === undefined ? 'FALSE' : `t.type NOT IN (${types.join(', ')})`
    const rows = database
      .prepare(
        `SELECT q.n AS n, t.type AS type FROM (SELECT DISTINCT ${column} AS n FROM quad INDEXED BY ${index} WHERE ${only}) AS q
         LEFT JOIN term AS t ON t.id = q.n WHERE t.id IS NULL OR ${illegal}`,
      )
      .iterate()
    for (const { n, type } of rows) {
      findings.add(
        'quads',
        type === null
          ? `The ${name} ${String(n)} of quads is not in the dictionary.`
          : `The ${name} ${String(n)} of quads is a term of the type ${String(type)}, which cannot be one.`,
      )
    }
  }
  const marked = database
    .prepare(
      `SELECT p, s, o, count(*) AS quads, sum(u) AS marks FROM quad GROUP BY p, s, o
       HAVING sum(u) <> 1 OR min(u) < 0 OR max(u) > 1`,
    )
    .iterate()
  for (const { p, s, o, quads, marks } of marked) {
    const triple = `predicate ${String(p)}, subject ${String(s)}, object ${String(o)}`
    findings.add(
      'quads',
      `The triple of ${triple}, in ${String(quads)} graphs, stands in the union ${String(marks)} times, not once.`,
    )
  }
}
