import { ServiceError } from '../../../errors.ts'
import type { GraphScope } from './block.ts'
import { inGraphs } from './in-graphs.ts'
import { all, any, joined, parameter, type Sql, sql } from './sql.ts'
import { mayStay, type RepeatedWalk, type Walk } from './walk.ts'

/** Ways from one node to the next that a repetition is multiplied out to at most. */
const waysAtMost = 200

/** What walks are written with. */
export interface WalkWriter {
  /** The graphs that are walked through; of `each` the slot says nothing here. */
  readonly scope: GraphScope
  /** The cells of the named graphs, where the scope is `each`. */
  readonly graphNames: readonly (number | string)[]
  /** A name for a table that the statement has no other of. */
  freshName(): string
}

/** Where a walk begins: its node, and of the scope `each` its graph, as far as they are known. */
export interface Start {
  readonly node?: Sql
  readonly graph?: Sql
}

/** Where a walk is. */
interface Position {
  readonly node: Sql
  readonly graph?: Sql
}

/** One way of making a walk: the tables joined, what holds of them, and its two ends. */
interface Way {
  readonly tables: readonly Sql[]
  readonly conditions: readonly Sql[]
  readonly from: Position
  readonly to: Position
}

/**
 * The ends of a repeated walk (SPARQL 1.1, 18.4 ALP), each once: a recursive query whose columns are the node where it begins,
 * unless that is given, the node where it ends, and of the scope `each` the graph, unless that is given.
 *
 * Of a walk that may stay, the start is to be a node of the graph where `isNode`: a variable stands for no other
 * (18.4 ZeroLengthPath), while a term may be any.
 */
export function repeatedWalkText(
  repetition: RepeatedWalk,
  start: Start,
  isNode: boolean,
  writer: WalkWriter,
): Sql {
  const { walk, zero, many } = repetition
  const name = writer.freshName()
  const knowsGraph = writer.scope.kind !== 'each' || start.graph !== undefined
  const columns = [...(start.node === undefined ? ['s'] : []), 'x', ...(knowsGraph ? [] : ['g'])]
  const arm = ({ tables, conditions, from, to }: Way): Sql => {
    const values = [
      ...(start.node === undefined ? [from.node] : []),
      to.node,
      ...(knowsGraph ? [] : [graphOf(to)]),
    ]
    return selectText(values, tables, conditions)
  }
  const checks =
    isNode && start.node !== undefined && mayStay(repetition)
      ? [nodeTest(start.node, start.graph, writer)]
      : []
  const first = [
    ...(zero ? [seed(start, writer)] : []),
    ...(zero && many ? [] : waysOf(walk, start, writer)),
  ].map((way) => arm({ ...way, conditions: [...way.conditions, ...checks] }))
  if (first.length === 0)
    return [`SELECT ${columns.map((_, index) => `NULL AS k${index}`).join(', ')} WHERE 0`]
  const next = many
    ? waysOf(
        walk,
        { node: [`${name}.x`], ...graphPart(knowsGraph ? start.graph : [`${name}.g`]) },
        writer,
      ).map(({ tables, conditions, to }) => {
        const values = columns.map((column) => (column === 'x' ? to.node : [`${name}.${column}`]))
        return selectText(values, [[name], ...tables], conditions)
      })
    : []
  const list = columns.join(', ')
  return [
    `WITH RECURSIVE ${name}(${list}) AS (`,
    ...joined([...first, ...next], ' UNION '),
    `) SELECT ${columns.map((column, index) => `${column} AS k${index}`).join(', ')} FROM ${name}`,
  ]
}

/** The ways of making a walk once. */
function waysOf(walk: Walk, start: Start, writer: WalkWriter): readonly Way[] {
  switch (walk.kind) {
    case 'along':
    case 'others':
      return walk.kind === 'along' && walk.predicates.length === 0 ? [] : [step(walk, start, writer)]
    case 'alternative':
      return walk.walks.flatMap((one) => waysOf(one, start, writer))
    case 'sequence':
      return sequence(walk.walks, start, writer)
    case 'repeated': {
      const begin = seed(start, writer)
      if (!walk.many) {
        const ways = waysOf(walk.walk, begin.to, writer).map((way) => follow(begin, way))
        return walk.zero ? [begin, ...ways] : ways
      }
      const name = writer.freshName()
      const ends = repeatedWalkText(walk, begin.to, false, writer)
      const to: Position = { ...begin.to, node: [`${name}.value`] }
      return [{ ...begin, tables: [...begin.tables, endsTable(ends, name)], to }]
    }
  }
}

/**
 * The ends of a walk as a table that may speak of the tables before it, which no subquery in FROM can: a function over
 * the list of them.
 */
export function endsTable(ends: Sql, name: string): Sql {
  return tableOfRows('k0', ends, name)
}

/** The rows of a SELECT as such a table, whose column `value` is what `row` makes of the SELECT's columns. */
export function tableOfRows(row: string, rows: Sql, name: string): Sql {
  return sql`json_each((SELECT json_group_array(${[row]}) FROM (${rows}))) AS ${[name]}`
}

function sequence(walks: readonly Walk[], start: Start, writer: WalkWriter): readonly Way[] {
  const [first, ...rest] = walks
  if (first === undefined) return [seed(start, writer)]
  let ways = waysOf(first, start, writer)
  for (const walk of rest) {
    ways = ways.flatMap((way) => {
      // Between two parts stands a variable, which is a node of the graph, also where neither part makes a step.
      const stays = start.node !== undefined && way.to.node === start.node && mayStay(walk)
      const checks = stays ? [nodeTest(way.to.node, way.to.graph, writer)] : []
      return waysOf(walk, way.to, writer).map((next) =>
        follow({ ...way, conditions: [...way.conditions, ...checks] }, next),
      )
    })
    if (ways.length > waysAtMost) {
      throw new ServiceError(
        'limitExceeded',
        `A repeated property path has too many combinations of alternatives; the limit is ${waysAtMost}.`,
      )
    }
  }
  return ways
}

function follow(way: Way, next: Way): Way {
  return {
    tables: [...way.tables, ...next.tables],
    conditions: [...way.conditions, ...next.conditions],
    from: way.from,
    to: next.to,
  }
}

/** One step through the table of quads. */
function step(
  { kind, predicates, inverse }: Extract<Walk, { kind: 'along' | 'others' }>,
  start: Start,
  { scope, freshName }: WalkWriter,
): Way {
  const alias = freshName()
  const [near, far] = inverse ? ['o', 's'] : ['s', 'o']
  const isFree = start.node === undefined
  const inNamed = scope.kind === 'graph' && scope.id !== 0
  const byNode = kind === 'along' ? (inverse ? 'quad_pos' : primary) : inverse ? 'quad_osp' : 'quad_spo'
  const index = isFree ? (inNamed ? 'quad_named' : primary) : byNode
  const list = joined(predicates.map(parameter), ', ')
  const conditions: readonly Sql[] = [
    ...(predicates.length === 0 ? [] : [[`${alias}.p ${kind === 'along' ? '' : 'NOT '}IN (`, ...list, ')']]),
    ...(start.node === undefined ? [] : [[`${alias}.${near} = `, ...start.node]]),
    ...scopeConditions(scope, alias, start.graph),
    ...(isFree && inNamed ? [[`${alias}.g <> 0`]] : []),
  ]
  const graph = scope.kind === 'each' ? graphPart(start.graph ?? [`${alias}.g`]) : {}
  return {
    tables: [[`quad AS ${alias} INDEXED BY ${index}`]],
    conditions,
    from: { node: [`${alias}.${near}`], ...graph },
    to: { node: [`${alias}.${far}`], ...graph },
  }
}

const primary = 'sqlite_autoindex_quad_1'

/** That a quad is of the graphs walked through; how often a triple comes does not matter here. */
function scopeConditions(scope: GraphScope, alias: string, graph: Sql | undefined): readonly Sql[] {
  const within = (ids: readonly number[]): Sql => inGraphs(`${alias}.g`, ids)
  const isNamed: Sql = [`${alias}.g <> 0`]
  switch (scope.kind) {
    case 'union':
      return [[`${alias}.u = 1`]]
    case 'graph':
      return [[`${alias}.g = `, ...parameter(scope.id)]]
    case 'merged':
      return [scope.ids === 'named' ? isNamed : within(scope.ids)]
    case 'each':
      if (graph !== undefined) return [[`${alias}.g = `, ...graph]]
      return scope.ids === undefined ? [isNamed] : [isNamed, within(scope.ids)]
  }
}

/** Where a walk is before its first step: at the node given, or at any of the graph; in the graph given, or in each. */
function seed(start: Start, writer: WalkWriter): Way {
  const { scope, graphNames, freshName } = writer
  if (start.node === undefined) {
    const name = freshName()
    const at = {
      node: [`${name}.x`],
      ...(scope.kind === 'each' ? { graph: start.graph ?? [`${name}.g`] } : {}),
    }
    return {
      tables: [['(', ...nodes(start.graph, writer), `) AS ${name}`]],
      conditions: [],
      from: at,
      to: at,
    }
  }
  if (scope.kind !== 'each' || start.graph !== undefined) {
    const at = { node: start.node, ...graphPart(start.graph) }
    return { tables: [], conditions: [], from: at, to: at }
  }
  const name = freshName()
  const at = { node: start.node, graph: [`${name}.column1`] }
  const names = joined(
    graphNames.map((cell): Sql => ['(', ...parameter(cell), ')']),
    ', ',
  )
  const table: Sql =
    graphNames.length === 0
      ? [`(SELECT NULL AS column1 WHERE 0) AS ${name}`]
      : ['(VALUES ', ...names, `) AS ${name}`]
  return { tables: [table], conditions: [], from: at, to: at }
}

/** The nodes of the graphs: their subjects and objects. */
function nodes(graph: Sql | undefined, { scope, freshName }: WalkWriter): Sql {
  const arms = (['s', 'o'] as const).map((column): Sql => {
    const alias = freshName()
    const values = [`${alias}.${column} AS x`, ...(scope.kind === 'each' ? [`${alias}.g AS g`] : [])]
    const index = column === 's' ? 'quad_spo' : 'quad_osp'
    const conditions = scopeConditions(scope, alias, graph)
    return [
      `SELECT ${values.join(', ')} FROM quad AS ${alias} INDEXED BY ${index} WHERE `,
      ...all(conditions),
    ]
  })
  return joined(arms, ' UNION ')
}

/** Whether a node is a subject or object of the graph. */
function nodeTest(node: Sql, graph: Sql | undefined, { scope, freshName }: WalkWriter): Sql {
  const tests = (['s', 'o'] as const).map((column): Sql => {
    const alias = freshName()
    const index = column === 's' ? 'quad_spo' : 'quad_osp'
    const conditions = [[`${alias}.${column} = `, ...node], ...scopeConditions(scope, alias, graph)]
    return [`EXISTS (SELECT 1 FROM quad AS ${alias} INDEXED BY ${index} WHERE `, ...all(conditions), ')']
  })
  return any(tests)
}

function graphOf({ graph }: Position): Sql {
  if (graph === undefined) throw new Error('A walk inside GRAPH ?g has no graph.')
  return graph
}

function graphPart(graph: Sql | undefined): { readonly graph?: Sql } {
  return graph === undefined ? {} : { graph }
}

function selectText(values: readonly Sql[], tables: readonly Sql[], conditions: readonly Sql[]): Sql {
  return [
    'SELECT ',
    ...joined(values, ', '),
    ...(tables.length === 0 ? [] : [' FROM ', ...joined(tables, ' CROSS JOIN ')]),
    ...(conditions.length === 0 ? [] : [' WHERE ', ...all(conditions)]),
  ]
}
