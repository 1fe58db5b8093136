import type { Block, Source } from './block.ts'
import { contentKey } from './content-order.ts'
import type { Estimator } from './estimate.ts'
import { type Layout, layOut, lookedAtForOne, type WantedOrder } from './layout.ts'
import type { OrderTerm, Select } from './select.ts'
import { writeSource } from './source-text.ts'
import { joinableCount, splitBlock, splitTest, splitUnion } from './split-block.ts'
import {
  all,
  joined,
  never,
  parameter,
  type Slot,
  type Sql,
  type SqlPart,
  type SqlValue,
  sql,
} from './sql.ts'

/** A statement as text with its parameters. */
export interface StatementText {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  /** Of every block that was laid out, for the plan. */
  readonly layouts: ReadonlyMap<Block, Layout>
}

/** By the numbers of terms, as the dictionary gave them, or by the terms themselves, which costs looking at them. */
export type Ordering = 'numbers' | 'content'

/** Names of the columns of a SELECT around a block. */
type Names = (slot: Slot) => Sql | undefined

/** What the whole statement shares: its temporary tables and a supply of aliases. */
interface Statement {
  readonly estimator: Estimator
  readonly ordering: Ordering
  readonly tables: Map<Select | string, { readonly name: string; readonly definition: Sql }>
  readonly layouts: Map<Block, Layout>
  aliases: number
}

const noNames: Names = () => undefined

/**
 * The text of a select, with the selects that it is made from as materialised common table expressions.
 *
 * @param ordering what rows are ordered by that nothing else orders
 */
export function selectText(
  select: Select,
  estimator: Estimator,
  ordering: Ordering = 'numbers',
): StatementText {
  const statement: Statement = { estimator, ordering, tables: new Map(), layouts: new Map(), aliases: 0 }
  const main = writeSelect(select, statement)
  const tables = [...statement.tables.values()].map(
    ({ name, definition }): Sql => [`${name} AS MATERIALIZED (`, ...definition, ')'],
  )
  const whole: Sql = tables.length === 0 ? main : ['WITH ', ...joined(tables, ', '), ' ', ...main]
  return { ...flatten(whole), layouts: statement.layouts }
}

/** SQLite takes 32,766 parameters. */
const parametersAtMost = 30_000

/** Where there are more parameters than SQLite takes, those that are whole numbers are written out. */
function flatten(piece: Sql): { readonly text: string; readonly parameters: readonly SqlValue[] } {
  const parameters: SqlValue[] = []
  const isLong = piece.filter((part) => typeof part !== 'string').length > parametersAtMost
  const text = piece.map((part) => {
    if (typeof part === 'string') return part
    if (part.kind !== 'parameter') throw new Error('A column of a statement was not named.')
    if (isLong && Number.isSafeInteger(part.value)) return String(part.value)
    parameters.push(part.value)
    return '?'
  })
  return { text: text.join(''), parameters }
}

function writeSelect(whole: Select, statement: Statement): Sql {
  const select = splitUnion(whole)
  const { blocks, variables } = select
  const [only] = blocks
  if (only === undefined) return [...resultColumns(variables.map(() => ['NULL'])), ' WHERE 0']
  if (blocks.length === 1) return writeSingle(select, only, statement)
  const arms = blocks.map((block) => writeBlock(block, outputs(block, variables), statement, {}).text)
  const all = joined(arms, select.distinct ? ' UNION ' : ' UNION ALL ')
  if (statement.ordering === 'numbers' || select.ties.length === 0) {
    return [...all, ...orderBy(positions(select.ties, select)), ...limit(select)]
  }
  // A union can be ordered by its columns alone.
  const columns = variables.map((_, index): Sql => [`k${index}`])
  const order = select.ties.map((variable) => byContent([`k${variables.indexOf(variable)}`]))
  return [...resultColumns(columns), ' FROM (', ...all, ')', ...orderBy(order), ...limit(select)]
}

function writeSingle(select: Select, block: Block, statement: Statement): Sql {
  const { variables, grouping } = select
  if (grouping !== undefined) {
    const aggregates = new Map(grouping.aggregates.map(({ variable, value }) => [variable, value]))
    const values = variables.map(
      (variable) => aggregates.get(variable) ?? block.bindings.get(variable)?.value ?? ['NULL'],
    )
    const keys = grouping.keys.map((key): Sql => [String(variables.indexOf(key) + 1)])
    const groupBy: Sql = keys.length === 0 ? [] : [' GROUP BY ', ...joined(keys, ', ')]
    return [...writeBlock(block, values, statement, {}).text, ...groupBy]
  }
  const ties = select.ties.map((variable) => block.bindings.get(variable)?.value ?? ['NULL'])
  const slots = ties.map(bareSlot)
  const isByNumbers = statement.ordering === 'numbers'
  const wanted =
    isByNumbers && select.order.length === 0 && slots.every((slot) => slot !== undefined)
      ? { slots, tolerance: select.slice?.limit === undefined ? 3 : 100, ...limitOf(select) }
      : undefined
  const { text, layout, resolve } = writeBlock(block, outputs(block, variables), statement, {
    distinct: select.distinct,
    ...(wanted === undefined ? {} : { wanted }),
  })
  // What DISTINCT leaves out changes nothing of the order of the others.
  const needed = isByNumbers
    ? layout.ordered
      ? []
      : positions(select.ties, select)
    : ties.map((value) => byContent(resolve(value)))
  const order = [...select.order.map((term) => direction(term, resolve)), ...needed]
  return [...text, ...orderBy(order), ...limit(select)]
}

/** Rows that a select asks for, those that it passes over among them. */
function limitOf({ slice }: Select): { limit?: number } {
  return slice?.limit === undefined ? {} : { limit: slice.limit + slice.offset }
}

function outputs(block: Block, variables: readonly string[]): readonly Sql[] {
  return variables.map((variable) => block.bindings.get(variable)?.value ?? ['NULL'])
}

function resultColumns(values: readonly Sql[]): Sql {
  const named = values.map((value, index): Sql => [...value, ` AS k${index}`])
  return ['SELECT ', ...(named.length === 0 ? ['1 AS k0'] : joined(named, ', '))]
}

function direction(term: OrderTerm, resolve: (piece: Sql) => Sql): Sql {
  return [...resolve(term.value), term.descending ? ' DESC' : '']
}

function positions(variables: readonly string[], select: Select): readonly Sql[] {
  return variables.flatMap((variable): Sql[] => {
    const index = select.variables.indexOf(variable)
    if (index === -1) return []
    const certain = select.blocks.every((block) => block.bindings.get(variable)?.maybeUnbound === false)
    return [[certain ? `${index + 1}` : `${index + 1} NULLS LAST`]]
  })
}

function byContent(cell: Sql): Sql {
  return [...contentKey(cell), ' NULLS LAST']
}

function orderBy(terms: readonly Sql[]): Sql {
  return terms.length === 0 ? [] : [' ORDER BY ', ...joined(terms, ', ')]
}

function limit(select: Select): Sql {
  if (select.slice === undefined) return []
  const { limit: most, offset } = select.slice
  if (most === undefined && offset === 0) return []
  return sql` LIMIT ${parameter(most ?? -1)} OFFSET ${parameter(offset)}`
}

interface BlockOptions {
  readonly distinct?: boolean
  readonly wanted?: WantedOrder
  readonly outer?: Names
  /** How many times the block is run, estimated. */
  readonly times?: number
}

interface BlockText {
  readonly text: Sql
  readonly layout: Layout
  readonly resolve: (piece: Sql) => Sql
}

function writeBlock(
  block: Block,
  values: readonly Sql[],
  statement: Statement,
  { distinct = false, wanted, outer = noNames, times = 1 }: BlockOptions,
): BlockText {
  const layout = layOut(block, statement.estimator, (slot) => outer(slot) !== undefined, { times, wanted })
  const sources = layout.loops.map(({ source }) => source)
  const isTooLong = joinableCount(sources) < sources.length
  if (isTooLong && outer === noNames) {
    const split = splitBlock(block, sources)
    return writeBlock(split, values, statement, { distinct, outer, times })
  }
  if (isTooLong) {
    return writeBlock(splitTest(block, sources), values, statement, { distinct, outer, times })
  }
  statement.layouts.set(block, layout)
  const { classes } = layout
  const names = new Map<Slot, Sql>()
  const where: Sql[] = []
  for (const slot of block.equalities.flat()) {
    const name = outer(slot)
    if (name !== undefined) meet(names, classes(slot), name, where)
  }
  const nameOf: Names = (slot) => names.get(classes(slot)) ?? outer(slot)
  const within = { outer: nameOf, times: times * timesOf(layout, wanted) }
  const resolve = (piece: Sql): Sql => resolveSlots(piece, within, statement)
  const from: Sql[] = []
  for (const loop of layout.loops) {
    const own: Sql[] = []
    const isTable = isOwnTable(loop.source)
    const text = writeSource(loop, {
      freshAlias: (letter) => `${letter}${statement.aliases++}`,
      tableOf: (select) => tableOf(select, statement),
      keptTable: (key, define) => keptTable(key, statement, define),
      columnIs: (slot, name) => meet(names, classes(slot), name, own, isTable),
      nameOf,
      condition: (piece) => own.push(piece),
      rowsOf: (blocks, variables) => rowsOf(blocks, variables, within, statement),
    })
    const { optional } = loop.source
    if (optional === undefined) {
      where.push(...own.map(resolve))
      if (text.length > 0) from.push([...(from.length === 0 ? [] : [' CROSS JOIN ']), ...text])
      continue
    }
    // What is found for each row holds them.
    const equalities = loop.reach?.kind === 'lookup' ? [] : optional.equalities
    const conditions = [
      ...own,
      ...equalities.map(([left, right]) => equation(left, right, isTable)),
      ...optional.conditions,
    ].map(resolve)
    from.push([
      from.length === 0 ? '(SELECT 1) LEFT JOIN ' : ' LEFT JOIN ',
      ...text,
      ' ON ',
      ...all(conditions),
    ])
  }
  where.push(...block.conditions.map(resolve))
  const columns = resultColumns(values.map(resolve))
  const text: Sql = [
    ...(distinct ? ['SELECT DISTINCT ', ...columns.slice(1)] : columns),
    ...(from.length === 0 ? [] : [' FROM ', ...from.flat()]),
    ...(where.length === 0 ? [] : [' WHERE ', ...all(where)]),
  ]
  return { text, layout, resolve }
}

/** What the blocks within a block see of it. */
interface Within {
  readonly outer: Names
  readonly times: number
}

/** How many rows there are to test, where rows that come in the order wanted end at a limit. */
function timesOf({ rows, ordered }: Layout, wanted: WantedOrder | undefined): number {
  const enough = ordered && wanted?.limit !== undefined ? wanted.limit * lookedAtForOne : rows
  return Math.max(1, Math.min(rows, enough))
}

/** Solutions of blocks, each once, in ascending order of `variables`. */
function rowsOf(
  blocks: readonly Block[],
  variables: readonly string[],
  within: Within,
  statement: Statement,
): Sql {
  const distinct = blocks.length === 1
  const arms = blocks.map(
    (block) => writeBlock(block, outputs(block, variables), statement, { ...within, distinct }).text,
  )
  const order = variables.map((_, index): Sql => [String(index + 1)])
  return [...joined(arms, ' UNION '), ...orderBy(order)]
}

/** The first column of a class names it; every other is equal to it. */
function meet(
  names: Map<Slot, Sql>,
  representative: Slot,
  name: Sql,
  conditions: Sql[],
  isTable = false,
): void {
  const known = names.get(representative)
  if (known === undefined) names.set(representative, name)
  else conditions.push([...name, equals(isTable), ...known])
}

function equation(left: Slot, right: Slot, isTable: boolean): Sql {
  return [{ kind: 'slot', slot: left }, equals(isTable), { kind: 'slot', slot: right }]
}

/** Whether a source is a table that the statement makes itself: SQLite has no index of it yet. */
function isOwnTable({ kind }: Source): boolean {
  return kind === 'rows' || kind === 'derived' || kind === 'path'
}

/**
 * SQLite makes no index of a table whose columns have no affinity, as inline data have none, where the other side has one: the
 * sign takes it off. It would read the whole table for each row around it.
 */
function equals(isTable: boolean): string {
  return isTable ? ' = +' : ' = '
}

function tableOf(select: Select, statement: Statement): string {
  return keptTable(select, statement, () => writeSelect(select, statement))
}

/** The name of a temporary table of the statement, which is defined where it is first asked for. */
function keptTable(key: Select | string, statement: Statement, define: () => Sql): string {
  const known = statement.tables.get(key)
  if (known !== undefined) return known.name
  const definition = define()
  const name = `c${statement.tables.size}`
  statement.tables.set(key, { name, definition })
  return name
}

function resolveSlots(piece: Sql, within: Within, statement: Statement): Sql {
  return piece.flatMap((part): readonly SqlPart[] => {
    if (typeof part === 'string' || part.kind === 'parameter') return [part]
    if (part.kind === 'slot') {
      const name = within.outer(part.slot)
      if (name === undefined) throw new Error(`Slot ${part.slot} is of no source.`)
      return name
    }
    const tests = part.blocks.map(
      (block): Sql => ['EXISTS (', ...writeBlock(block, [['1']], statement, within).text, ')'],
    )
    const found: Sql = tests.length === 0 ? never : joined(tests, ' OR ')
    return part.negated ? ['(NOT (', ...found, '))'] : ['(', ...found, ')']
  })
}

function bareSlot(value: Sql): Slot | undefined {
  const [part, ...rest] = value
  if (part === undefined || rest.length > 0 || typeof part === 'string') return undefined
  return part.kind === 'slot' ? part.slot : undefined
}
