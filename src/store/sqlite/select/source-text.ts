import type {
  Block,
  DerivedSource,
  Members,
  PathEnd,
  PathSource,
  QuadSource,
  Source,
  TermColumn,
} from './block.ts'
import { fewTerms, inGraphs, list } from './in-graphs.ts'
import type { Loop } from './layout.ts'
import type { PathStart } from './path-start.ts'
import type { Reach } from './reach.ts'
import { placesOf } from './scan.ts'
import type { Select } from './select.ts'
import { joined, parameter, type Slot, type Sql, sql } from './sql.ts'
import { reversed } from './walk.ts'
import { endsTable, repeatedWalkText, tableOfRows, type WalkWriter } from './walk-text.ts'

/** What writing a source may ask of the SELECT that it is of, and tells it. */
export interface SourceSink {
  /** A name of the statement that begins with a letter. */
  freshAlias(letter: string): string
  /** The temporary table of a select. */
  tableOf(select: Select): string
  /** The temporary table of a key, which is defined where it is first asked for. */
  keptTable(key: string, define: () => Sql): string
  /** The name of a column: two names of one slot are equal. */
  columnIs(slot: Slot, name: Sql): void
  /** The name of a slot of the loops around, if they have it. */
  nameOf(slot: Slot): Sql | undefined
  /** Something that holds of the source's columns. */
  condition(piece: Sql): void
  /** A SELECT of these variables of a union of blocks, each solution once, ascending; it sees the loops around. */
  rowsOf(blocks: readonly Block[], variables: readonly string[]): Sql
}

/** A loop as a table of FROM, or as several; empty where it is conditions alone. */
export function writeSource(loop: Loop, sink: SourceSink): Sql {
  const { source } = loop
  const alias = sink.freshAlias(aliasLetter[source.kind])
  switch (source.kind) {
    case 'quad': {
      const table: Sql = [`quad AS ${alias} INDEXED BY ${loop.scan?.index}`]
      const lists = writeQuad(loop, source, alias, sink)
      return [...lists, ...table]
    }
    case 'term': {
      sink.columnIs(source.slot, [`${alias}.id`])
      for (const column of termColumns) sink.columnIs(source.columns[column], [`${alias}.${column}`])
      sink.condition(source.condition)
      return [loop.probed ? `term AS ${alias} NOT INDEXED` : `term AS ${alias} INDEXED BY ${source.index}`]
    }
    case 'sort':
      for (const column of termColumns) sink.columnIs(source.columns[column], [`${alias}.${column}`])
      sink.condition([`${alias}.id = `, ...source.cell])
      return [`term AS ${alias} NOT INDEXED`]
    case 'rows': {
      const [only] = source.slots
      if (loop.probed && only !== undefined) {
        const name = boundName(only, sink)
        sink.condition([...name, ' IN ', ...list(source.rows.map(([cell]) => cell ?? null))])
        return []
      }
      for (const [index, slot] of source.slots.entries()) sink.columnIs(slot, [`${alias}.column${index + 1}`])
      const rows = source.rows.map((row): Sql => ['(', ...joined(row.map(parameter), ', '), ')'])
      return ['(VALUES ', ...joined(rows, ', '), `) AS ${alias}`]
    }
    case 'path':
      return writePath(source, loop.start ?? { end: 'pairs' }, alias, sink)
    case 'derived':
      return writeDerived(source, loop.reach ?? { kind: 'kept' }, alias, sink)
  }
}

function writeDerived(source: DerivedSource, reach: Reach, alias: string, sink: SourceSink): Sql {
  const { select, slots, optional } = source
  if (reach.kind === 'kept') {
    for (const [index, slot] of slots.entries()) sink.columnIs(slot, [`${alias}.k${index}`])
    return [`${sink.tableOf(select)} AS ${alias}`]
  }
  const { blocks, free } = reach
  if (free.length === 0) {
    sink.condition([{ kind: 'exists', negated: false, blocks }])
    return []
  }
  const rows = sink.rowsOf(
    blocks,
    free.map((index) => select.variables[index] ?? ''),
  )
  for (const [own, other] of optional?.equalities ?? []) sink.columnIs(own, boundName(other, sink))
  const columns = free.map((_, position) => `k${position}`)
  for (const [position, index] of free.entries()) {
    const slot = slots[index]
    const name = free.length === 1 ? `${alias}.value` : `json_extract(${alias}.value, '$[${position}]')`
    if (slot !== undefined) sink.columnIs(slot, [name])
  }
  const row = free.length === 1 ? 'k0' : `json_array(${columns.join(', ')})`
  return tableOfRows(row, rows, alias)
}

const aliasLetter: Readonly<Record<Source['kind'], string>> = {
  quad: 'q',
  term: 't',
  sort: 't',
  rows: 'v',
  derived: 'd',
  path: 'j',
}

const termColumns: readonly TermColumn[] = ['value', 'type', 'lang', 'family', 'key']

/**
 * SQLite takes the triples of a predicate for a dozen where it is not told otherwise, and would read a temporary table of
 * them from its start for each row around it, where it could make an index of it.
 */
function likely(condition: Sql): Sql {
  return sql`likelihood(${condition}, 0.5)`
}

/** Writes the conditions of a pattern; gives the list of terms to seek it by, as a table before its own. */
function writeQuad(
  { sought, testsFew = false, scan }: Loop,
  source: QuadSource,
  alias: string,
  sink: SourceSink,
): Sql {
  let before: Sql = []
  for (const [column, place] of placesOf(source)) {
    const name: Sql = [`${alias}.${column}`]
    if (place.kind !== 'constant') {
      sink.columnIs(place.slot, name)
      if (place.members !== undefined && column === sought) {
        const terms = sink.freshAlias('v')
        sink.condition(likely([...name, ` = ${terms}.value`]))
        before = [...membersTable(place.members), ` AS ${terms} CROSS JOIN `]
      } else if (place.members !== undefined && testsFew && place.members.ids.length > fewTerms) {
        sink.condition(isIn(name, place.members))
      } else if (place.members !== undefined) {
        // The sign keeps SQLite from seeking each of them.
        sink.condition(['+', ...name, ' IN ', ...list(place.members.ids)])
      }
      continue
    }
    const isSame = sql`${name} = ${parameter(place.id)}`
    sink.condition(column === 'p' ? likely(isSame) : isSame)
  }
  const { graph } = source
  const areSought = scan?.index === 'quad_named'
  switch (graph.kind) {
    case 'union':
      sink.condition([`${alias}.u = 1`])
      return before
    case 'graph':
      // The index of named graphs serves only where the statement says that the default graph is not meant.
      if (graph.id !== 0) sink.condition([`${alias}.g <> 0`])
      return before
    case 'each':
      sink.condition([`${alias}.g <> 0`])
      if (graph.ids !== undefined) sink.condition(inGraphs(`${alias}.g`, graph.ids, areSought))
      return before
    case 'merged': {
      const { ids } = graph
      const within = (g: string): Sql => (ids === 'named' ? [`${g} <> 0`] : inGraphs(g, ids))
      if (ids !== 'named' && areSought) {
        sink.condition([`${alias}.g <> 0`])
        sink.condition(inGraphs(`${alias}.g`, ids, areSought))
      } else {
        sink.condition(within(`${alias}.g`))
      }
      // Of a triple that stands in several of the graphs, the quad in the first of them counts.
      sink.condition([
        `NOT EXISTS (SELECT 1 FROM quad AS m INDEXED BY sqlite_autoindex_quad_1 WHERE m.p = ${alias}.p AND m.s = ${alias}.s AND m.o = ${alias}.o AND m.g < ${alias}.g AND `,
        ...within('m.g'),
        ')',
      ])
      return before
    }
  }
}

/** Whether a number is in a list, as a search of its text: nothing is made of the list first. */
function isIn(name: Sql, { ids }: Members): Sql {
  return sql`instr(${parameter(`,${ids.join(',')},`)}, ${["',' || "]}${name}${[" || ','"]}) > 0`
}

function membersTable({ ids }: Members): Sql {
  if (ids.length > fewTerms) return sql`json_each(${parameter(JSON.stringify(ids))})`
  const [first, ...rest] = ids.map((id): Sql => ['SELECT ', ...parameter(id)])
  return ['(', ...joined([[...(first ?? []), ' AS value'], ...rest], ' UNION ALL '), ')']
}

function writePath(source: PathSource, { end }: PathStart, alias: string, sink: SourceSink): Sql {
  const { subject, object, graph, graphNames } = source
  const writer: WalkWriter = { scope: graph, graphNames, freshName: () => sink.freshAlias('w') }
  const isColumn = (one: PathEnd, name: Sql) => {
    if (one.kind === 'constant') sink.condition(sql`${name} = ${parameter(one.cell)}`)
    else sink.columnIs(one.slot, name)
  }
  const kept = (columns: readonly PathEnd[], cell: number | string | undefined, define: () => Sql): Sql => {
    for (const [index, one] of columns.entries()) isColumn(one, [`${alias}.k${index}`])
    if (graph.kind === 'each') sink.columnIs(graph.slot, [`${alias}.k${columns.length}`])
    const { walk } = source
    const scope = graph.kind === 'each' ? { ...graph, slot: undefined, graphNames } : graph
    const key = JSON.stringify({ walk, scope, end, cell })
    return [`${sink.keptTable(key, define)} AS ${alias}`]
  }
  if (end === 'pairs')
    return kept([subject, object], undefined, () => repeatedWalkText(source.walk, {}, true, writer))
  const [near, far, walk] =
    end === 'subject'
      ? [subject, object, source.walk]
      : [object, subject, { ...source.walk, walk: reversed(source.walk.walk) }]
  if (near.kind === 'constant') {
    const start = { node: parameter(near.cell) }
    return kept([far], near.cell, () => repeatedWalkText(walk, start, false, writer))
  }
  const node = boundName(near.slot, sink)
  const start = graph.kind === 'each' ? { node, graph: boundName(graph.slot, sink) } : { node }
  isColumn(far, [`${alias}.value`])
  // Between two variables, a path without a step is from a node of the graph to itself (SPARQL 1.1, 18.4).
  const isNode = !near.given && far.kind === 'slot' && !far.given
  return endsTable(repeatedWalkText(walk, start, isNode, writer), alias)
}

function boundName(slot: Slot, sink: SourceSink): Sql {
  const name = sink.nameOf(slot)
  if (name === undefined) throw new Error('A path is walked from a column that no loop around has.')
  return name
}
