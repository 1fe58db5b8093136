import type { DatabaseSync } from 'node:sqlite'
import type { BlankNode, NamedNode, Quad, Term } from '../../../rdf/term.ts'
import type { GraphAccess } from '../../../sparql/graph-access.ts'
import { includesGraph } from '../../../sparql/includes-graph.ts'
import { requireWritable } from '../../../sparql/require-writable.ts'
import { Dictionary } from '../dictionary/dictionary.ts'
import { createQuadIndexes, dropQuadIndexes } from '../indexes.ts'
import { columns, integer, onlyColumn } from '../sql-value.ts'
import { databaseSize } from '../statistics.ts'
import { type Change, changeDatabase } from './change.ts'
import { recountGraphs, recountPredicates } from './counts.ts'
import { QuadWriter } from './quad-writer.ts'
import { countVocabularyChange } from './vocabulary-changes.ts'

/** A graph with less than this part of all quads is removed quad by quad. */
const smallPart = 1 / 8

/** Which graphs to clear: one by name, the default graph (`null`), all that have a name, or all. */
export type GraphToClear = NamedNode | BlankNode | null | 'named' | 'all'

/** How quads are removed. */
export interface RemoveOptions {
  /** The graph that quads of the default graph are removed from instead. */
  readonly graph?: NamedNode | BlankNode | null
  readonly signal?: AbortSignal
}

/** Removes quads as one atomic commit; those that the database does not have are passed over. Returns how many it had. */
export function removeQuads(
  database: DatabaseSync,
  batches: AsyncIterable<readonly Quad[]> | Iterable<readonly Quad[]>,
  options: RemoveOptions = {},
): Promise<number> {
  const { graph, signal } = options
  return changeDatabase(database, (change) => subtractQuads(change, batches, graph), { signal })
}

/** Removes all quads of a graph as one atomic commit. Returns how many there were. */
export function removeGraph(
  database: DatabaseSync,
  graph: GraphToClear,
  signal?: AbortSignal,
): Promise<number> {
  return changeDatabase(database, (change) => clearGraph(change, graph), { signal })
}

/**
 * Removes quads as a part of a change; see {@link removeQuads}.
 *
 * @throws ServiceError `forbidden` at the first quad of a graph that the change may not touch, whether it is there or not
 */
export async function subtractQuads(
  { database, interner, signal, access }: Change,
  batches: AsyncIterable<readonly Quad[]> | Iterable<readonly Quad[]>,
  graph: NamedNode | BlankNode | null = null,
): Promise<number> {
  interner.finish()
  const numberOf = (term: Term) => interner.lookup(term)
  const writer = new QuadWriter(database)
  let removed = 0
  for await (const group of batches) {
    signal?.throwIfAborted()
    for (const quad of group) {
      const named = quad.graph ?? graph
      requireWritable(access, named)
      const [p, s, o] = [numberOf(quad.predicate), numberOf(quad.subject), numberOf(quad.object)]
      const g = named === null ? 0 : numberOf(named)
      if (p === undefined || s === undefined || o === undefined || g === undefined) continue
      if (writer.delete(p, s, o, g)) removed++
    }
  }
  writer.finish()
  return removed
}

/**
 * Removes all quads of a graph as a part of a change; see {@link removeGraph}. Several are those that the change sees.
 *
 * @throws ServiceError `forbidden` where one of them may not be changed
 */
export function clearGraph(change: Change, graph: GraphToClear): number {
  const { database, interner, access } = change
  interner.finish()
  if (access !== undefined) {
    if (graph === 'all' || graph === 'named') return clearSeen(change, graph, access)
    requireWritable(access, graph)
  }
  const size = databaseSize(database)
  if (graph === 'all') return clearAll(database, size)
  if (graph === 'named') return clearNamed(database, size)
  const g = graph === null ? 0 : interner.lookup(graph)
  if (g === undefined) return 0
  const row = database.prepare('SELECT quads FROM graph_count WHERE g = ?').get(g)
  const quads = row === undefined ? 0 : integer(onlyColumn(row))
  if (quads === 0) return 0
  if (quads === size) return clearAll(database, size)
  if (quads < size * smallPart) clearEach(database, g)
  else clearWhole(database, g)
  return quads
}

/** Removes the quads of those graphs that are seen, all or all named ones, if each of them may be changed. */
function clearSeen(change: Change, graphs: 'named' | 'all', { readable }: GraphAccess): number {
  const { database } = change
  const dictionary = new Dictionary(database)
  const rows = database.prepare('SELECT g FROM graph_count WHERE g <> 0 AND quads > 0 ORDER BY g').all()
  const named = rows.map(({ g }) => graphOf(dictionary.term(integer(g))))
  const all = graphs === 'all' ? [null, ...named] : named
  const seen = all.filter((graph) => includesGraph(readable, graph))
  return seen.reduce((sum, graph) => sum + clearGraph(change, graph), 0)
}

function graphOf(term: Term): NamedNode | BlankNode {
  if (term.kind === 'literal') throw new Error('A graph is named by a literal.')
  return term
}

function clearAll(database: DatabaseSync, size: number): number {
  countVocabularyChange(database, { predicates: countedPredicates(database) })
  // Without a condition SQLite frees the pages instead of looking at rows.
  for (const table of ['quad', 'predicate_count', 'class_count', 'graph_count'])
    database.exec(`DELETE FROM ${table}`)
  return size
}

function clearNamed(database: DatabaseSync, size: number): number {
  const graphs = database.prepare('SELECT g, quads FROM graph_count WHERE g <> 0').all()
  const quads = graphs.reduce((sum, row) => sum + integer(row['quads']), 0)
  if (quads === size) return clearAll(database, size)
  if (quads < size * smallPart) {
    for (const { g } of graphs) clearEach(database, integer(g))
    return quads
  }
  const predicates = countedPredicates(database)
  countVocabularyChange(database, { predicates })
  dropQuadIndexes(database)
  database.exec('DELETE FROM quad WHERE g <> 0')
  // Of each triple that is left there is one quad.
  database.exec('UPDATE quad SET u = 1 WHERE u = 0')
  createQuadIndexes(database)
  recountPredicates(database, predicates)
  recountGraphs(database)
  return quads
}

function countedPredicates(database: DatabaseSync): readonly number[] {
  const rows = database.prepare('SELECT p FROM predicate_count').all()
  return rows.map(({ p }) => integer(p))
}

function clearEach(database: DatabaseSync, g: number): void {
  const writer = new QuadWriter(database)
  const page = database.prepare(
    `SELECT p, s, o FROM quad WHERE ${inGraph(g)} AND (p, s, o) > (?, ?, ?) ORDER BY p, s, o LIMIT 10000`,
  )
  page.setReturnArrays(true)
  let [p, s, o] = [0, 0, 0]
  for (let rows = page.all(g, p, s, o); rows.length > 0; rows = page.all(g, p, s, o)) {
    for (const row of rows) {
      const values = columns(row)
      ;[p, s, o] = [integer(values[0]), integer(values[1]), integer(values[2])]
      writer.delete(p, s, o, g)
    }
  }
  writer.finish()
}

function clearWhole(database: DatabaseSync, g: number): void {
  const rows = database.prepare(`SELECT DISTINCT p FROM quad WHERE ${inGraph(g)}`).all(g)
  const predicates = rows.map(({ p }) => integer(p))
  countVocabularyChange(database, { predicates })
  database.exec('CREATE TEMP TABLE orphan (p, s, o)')
  database
    .prepare(`INSERT INTO orphan SELECT p, s, o FROM quad WHERE ${inGraph(g)} AND u = 1 ORDER BY p, s, o`)
    .run(g)
  // Needs no index but the primary key from here on.
  dropQuadIndexes(database)
  database.prepare('DELETE FROM quad WHERE g = ?').run(g)
  database.exec(
    `UPDATE quad SET u = 1 WHERE (p, s, o, g) IN
     (SELECT p, s, o, (SELECT g FROM quad AS other WHERE (other.p, other.s, other.o) = (orphan.p, orphan.s, orphan.o) LIMIT 1) FROM orphan)`,
  )
  database.exec('DROP TABLE orphan')
  createQuadIndexes(database)
  recountPredicates(database, predicates)
  recountGraphs(database)
}

/** A condition on the graph numbered by the parameter that the partial index of named graphs can serve. */
function inGraph(g: number): string {
  return g === 0 ? 'g = ?' : 'g = ? AND g <> 0'
}
