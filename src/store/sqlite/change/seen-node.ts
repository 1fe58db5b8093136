import type { DatabaseSync } from 'node:sqlite'
import type { GraphAccess } from '../../../sparql/graph-access.ts'
import { includesGraph } from '../../../sparql/includes-graph.ts'
import { Dictionary } from '../dictionary/dictionary.ts'
import { keptStatement } from '../kept-statement.ts'
import { integer } from '../sql-value.ts'

/**
 * Whether a node stands in a graph that a change sees, by its number: in others it is as if there were none. A graph that it is the
 * name of is looked at too.
 */
export function isSeenNode(database: DatabaseSync, node: number, { readable }: GraphAccess): boolean {
  const rows = keptStatement(
    database,
    `SELECT g FROM quad WHERE s = ?1
     UNION SELECT g FROM quad WHERE o = ?1
     UNION SELECT g FROM graph_count WHERE g = ?1 AND g <> 0 AND quads > 0`,
  ).all(node)
  const dictionary = new Dictionary(database)
  return rows.some((row) => {
    const g = integer(row['g'])
    if (g === 0) return includesGraph(readable, null)
    const graph = dictionary.term(g)
    return graph.kind !== 'literal' && includesGraph(readable, graph)
  })
}
