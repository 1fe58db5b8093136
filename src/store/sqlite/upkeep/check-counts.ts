import type { DatabaseSync } from 'node:sqlite'
import { typePredicate } from '../change/counts.ts'
import type { Findings } from './findings.ts'

/** A count that is kept, and how to count what it is of. */
interface Count {
  readonly what: string
  readonly of: string
  /** The rows that are kept: number, count. */
  readonly kept: string
  /** The rows that there should be. */
  readonly counted: string
}

const ofPredicates = (what: string, counted: string): Count => ({
  what,
  of: 'predicate',
  kept: `SELECT p AS n, ${what} AS count FROM predicate_count`,
  counted,
})

/** Checks the kept counts of predicates, classes and graphs against the quads. */
export function checkCounts(database: DatabaseSync, findings: Findings): void {
  const type = typePredicate(database) ?? 0
  const counts: readonly Count[] = [
    ofPredicates('triples', 'SELECT p AS n, count(*) AS count FROM quad WHERE u = 1 GROUP BY p'),
    ofPredicates(
      'subjects',
      'SELECT p AS n, count(*) AS count FROM (SELECT DISTINCT p, s FROM quad WHERE u = 1) GROUP BY p',
    ),
    ofPredicates(
      'objects',
      'SELECT p AS n, count(*) AS count FROM (SELECT DISTINCT p, o FROM quad INDEXED BY quad_pos WHERE u = 1) GROUP BY p',
    ),
    {
      what: 'instances',
      of: 'class',
      kept: 'SELECT class AS n, instances AS count FROM class_count',
      counted: `SELECT o AS n, count(*) AS count FROM quad INDEXED BY quad_pos WHERE p = ${type} AND u = 1 GROUP BY o`,
    },
    {
      what: 'quads',
      of: 'graph',
      kept: 'SELECT g AS n, quads AS count FROM graph_count',
      counted: `SELECT g AS n, count(*) AS count FROM quad INDEXED BY quad_named WHERE g <> 0 GROUP BY g
        UNION ALL SELECT 0, count(*) FROM quad WHERE g = 0 HAVING count(*) > 0`,
    },
  ]
  for (const { what, of, kept, counted } of counts) {
    const rows = database
      .prepare(
        `SELECT ifnull(kept.n, counted.n) AS n, kept.count AS kept, counted.count AS counted
         FROM (${kept}) AS kept FULL JOIN (${counted}) AS counted ON kept.n = counted.n
         WHERE kept.count IS NOT counted.count`,
      )
      .iterate()
    for (const { n, kept: wrong, counted: right } of rows) {
      findings.add(
        'counts',
        `The ${of} ${String(n)} has ${String(right ?? 0)} ${what}, but ${wrong === null ? 'no count' : `a count of ${String(wrong)}`}.`,
      )
    }
  }
}
