import type { Block } from './block.ts'
import type { Sql } from './sql.ts'

/** A key to sort by, NULL first ascending and last descending. */
export interface OrderTerm {
  readonly value: Sql
  readonly descending: boolean
}

/** An aggregate: SQL over the rows of a group, in the slots of the grouped block. */
export interface AggregateColumn {
  readonly variable: string
  readonly value: Sql
  readonly maybeUnbound: boolean
}

/** How rows become groups. No keys is one group of all rows, also of none. */
export interface Grouping {
  readonly keys: readonly string[]
  readonly aggregates: readonly AggregateColumn[]
}

/**
 * A sequence of solutions: the union of blocks, and what is done to it in the order grouping, distinct, sorting,
 * slicing. Sort keys and grouping stand only over a single block, whose slots they speak of.
 */
export interface Select {
  readonly blocks: readonly Block[]
  /** The columns, in order. */
  readonly variables: readonly string[]
  readonly grouping?: Grouping
  readonly distinct: boolean
  readonly order: readonly OrderTerm[]
  /** Variables by whose cells, ascending and unbound last, rows come that `order` does not order. */
  readonly ties: readonly string[]
  readonly slice?: { readonly offset: number; readonly limit?: number }
}
