import type { Term } from '../rdf/term.ts'

/**
 * What a solution binds a variable to: a store's own key of a term, or `null` where unbound.
 *
 * Within one result equal keys are the same term and different keys different terms, so keys can be compared without
 * looking at terms.
 */
export type Cell = number | string | null

/** The solutions of a query, as they come. */
export interface Solutions {
  /** Names of the columns of a row. */
  readonly variables: readonly string[]
  /** Rows in batches of bounded size; a consumer that stops early ends the query. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
  /** The term of a cell of the batch in hand. */
  term(cell: number | string): Term
}
