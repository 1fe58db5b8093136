import type { Aggregate, Group } from '../../../sparql/algebra.ts'
import type { Binding, Block } from '../select/block.ts'
import { contentKey } from '../select/content-order.ts'
import type { AggregateColumn } from '../select/select.ts'
import { joined, parameter, type Sql, sql } from '../select/sql.ts'
import { cell, type ExpressionScope } from './expression.ts'
import { derived, plainRelation, selectOf, single } from './relation.ts'
import { graphVariable, isHidden, type Translation } from './translation.ts'

/** Names of the SQL aggregate functions over cells, and of the function that makes a count a cell. */
export const aggregateFunctions = {
  sum: 'cell_sum',
  avg: 'cell_avg',
  min: 'cell_min',
  max: 'cell_max',
  sample: 'cell_sample',
  groupConcat: 'cell_group_concat',
} as const

/** The SQL function that makes a number into the cell of an `xsd:integer`. */
export const integerCellFunction = 'integer_cell'

/** GROUP BY and aggregates (SPARQL 1.1, 18.5.1). */
export function groupBlocks(
  blocks: readonly Block[],
  group: Group,
  translation: Translation,
  scopeOf: (bindings: ReadonlyMap<string, Binding>) => ExpressionScope,
): readonly Block[] {
  // Solutions inside GRAPH ?g are grouped within their graph.
  const hidden = translation.graph === 'each' ? [graphVariable] : []
  const keys = [...group.keys, ...hidden]
  if (blocks.length === 0 && keys.length > 0) return []
  const block = single(blocks, translation)
  const scope = scopeOf(block.bindings)
  const aggregates = group.aggregates.map((aggregate) => aggregateColumn(aggregate, block, scope))
  const variables = [...keys, ...aggregates.map(({ variable }) => variable)]
  const select = selectOf(plainRelation([block]), variables)
  return [derived({ ...select, grouping: { keys, aggregates } }, translation)]
}

/** Arguments of one function at most; SQLite takes a few more. */
const argumentsAtMost = 100

/** A value that tells a whole solution from others: a list of its cells. */
function wholeSolution(block: Block): Sql {
  const cells = [...block.bindings].filter(([name]) => !isHidden(name)).map(([, { value }]) => value)
  const lists: Sql[] = []
  for (let start = 0; start < cells.length; start += argumentsAtMost)
    lists.push(['json_array(', ...joined(cells.slice(start, start + argumentsAtMost), ', '), ')'])
  return ['json_array(', ...joined(lists, ', '), ')']
}

function aggregateColumn(aggregate: Aggregate, block: Block, scope: ExpressionScope): AggregateColumn {
  const { variable, distinct, expression } = aggregate
  if (expression === undefined) {
    const counted: Sql = distinct ? ['DISTINCT ', ...wholeSolution(block)] : ['*']
    return { variable, value: [`${integerCellFunction}(count(`, ...counted, '))'], maybeUnbound: false }
  }
  const value = cell(expression, scope)
  // Sums of floating-point numbers, samples and joined strings are what the order makes them.
  const order: Sql = scope.facts.readable === undefined ? [] : [' ORDER BY ', ...contentKey(value)]
  const argument: Sql = [...(distinct ? ['DISTINCT '] : []), ...value, ...order]
  switch (aggregate.function) {
    case 'count':
      return { variable, value: sql`${[integerCellFunction]}(count(${argument}))`, maybeUnbound: false }
    case 'groupConcat': {
      // An aggregate of SQLite with DISTINCT takes one argument: the cells are gathered first, then put together.
      const values: Sql = ['json_group_array(', ...argument, ')']
      const separator = parameter(aggregate.separator ?? ' ')
      return {
        variable,
        value: [`${aggregateFunctions.groupConcat}(`, ...joined([values, separator], ', '), ')'],
        maybeUnbound: true,
      }
    }
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
    case 'sample':
      return {
        variable,
        value: [`${aggregateFunctions[aggregate.function]}(`, ...argument, ')'],
        maybeUnbound: true,
      }
  }
}
