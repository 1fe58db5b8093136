import { columns, integer, onlyColumn } from '../sql-value.ts'
import type { Change } from './change.ts'
import { QuadInserter } from './quad-inserter.ts'

/** Quads that are read at once. */
const pageSize = 10_000

/** Number of quads in a graph, by the graph's number. */
export function graphSize({ database }: Change, g: number): number {
  const row = database.prepare('SELECT quads FROM graph_count WHERE g = ?').get(g)
  return row === undefined ? 0 : integer(onlyColumn(row))
}

/** Number of quads of one graph whose triples another one has too. */
export function sharedTriples({ database }: Change, g: number, other: number): number {
  const row = database
    .prepare(
      `SELECT count(*) FROM quad AS a WHERE ${inGraph(g)} AND EXISTS
       (SELECT 1 FROM quad AS b WHERE b.p = a.p AND b.s = a.s AND b.o = a.o AND b.g = ?)`,
    )
    .get(g, other)
  return integer(onlyColumn(row))
}

/** Adds the quads of one graph to another, both by their numbers. Returns how many it did not have. */
export function copyQuads(change: Change, from: number, to: number): number {
  const { database, signal } = change
  const inserter = new QuadInserter(change)
  const page = database.prepare(
    `SELECT p, s, o FROM quad WHERE ${inGraph(from)} AND (p, s, o) > (?, ?, ?) ORDER BY p, s, o LIMIT ${pageSize}`,
  )
  page.setReturnArrays(true)
  let [p, s, o] = [0, 0, 0]
  for (;;) {
    signal?.throwIfAborted()
    const rows = page.all(from, p, s, o)
    for (const row of rows) {
      const values = columns(row)
      ;[p, s, o] = [integer(values[0]), integer(values[1]), integer(values[2])]
      inserter.add(p, s, o, to)
    }
    if (rows.length < pageSize) return inserter.finish()
  }
}

/** A condition on the graph numbered by the parameter that the partial index of named graphs can serve. */
function inGraph(g: number): string {
  return g === 0 ? 'g = ?' : 'g = ? AND g <> 0'
}
