import type { Algebra } from '@traqula/algebra-transformations-1-1'
import type { Operation } from './algebra.ts'

/** What the conversion of one query knows: its text, to find names that are free, and names given to aggregates. */
export interface Conversion {
  readonly convert: (operation: Algebra.Operation) => Operation
  /** A variable that occurs nowhere in the query. */
  readonly freshName: () => string
  /** The parser's names of aggregates → the names that the query's author gave them. */
  readonly renamed: Map<string, string>
}
