import type { Aggregate, Group } from '../../sparql/algebra.ts'
import type { Binding, Block } from './block.ts'
import { cell, type ExpressionScope } from './expression.ts'
import { derived, namesOf, plainRelation, selectOf, single } from './relation.ts'
import type { AggregateColumn } from './select.ts'
import { joined, parameter, type Sql, sql } from './sql.ts'
import { graphVariable, type Translation } from './translation.ts'

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
  const input = single(blocks, translation)
  const wholeRows = group.aggregates.some((one) => one.expression === undefined && one.distinct)
  const block = wholeRows ? distinctRows(input, translation) : input
  const scope = scopeOf(block.bindings)
  const aggregates = group.aggregates.map((aggregate) => aggregateColumn(aggregate, scope))
  const variables = [...keys, ...aggregates.map(({ variable }) => variable)]
  const select = selectOf(plainRelation([block]), variables)
  return [derived({ ...select, grouping: { keys, aggregates } }, translation)]
}

function distinctRows(block: Block, translation: Translation): Block {
  const relation = { ...plainRelation([block]), distinct: true }
  return derived(selectOf(relation, namesOf([block])), translation)
}

function aggregateColumn(aggregate: Aggregate, scope: ExpressionScope): AggregateColumn {
  const { variable, distinct, expression } = aggregate
  if (expression === undefined) {
    return { variable, value: [`${integerCellFunction}(count(*))`], maybeUnbound: false }
  }
  const argument: Sql = [...(distinct ? ['DISTINCT '] : []), ...cell(expression, scope)]
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
