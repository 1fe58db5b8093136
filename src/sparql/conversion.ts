import type { Algebra } from '@traqula/algebra-transformations-1-1'
import type { Operation } from './algebra.ts'

/** What the conversion of an operation has to know of what it was written in. */
export interface Source {
  /** The text, to find names that are free. */
  readonly text: string
  /** What the function `IRI` resolves relative IRIs against. */
  readonly baseIri: string | undefined
}

/** What the conversion of one SELECT knows: what it was written in, and names given to aggregates. */
export interface Conversion {
  readonly convert: (operation: Algebra.Operation) => Operation
  /** A variable that occurs nowhere in the query. */
  readonly freshName: () => string
  readonly baseIri: string | undefined
  /** The parser's names of aggregates → the names that the query's author gave them. */
  readonly renamed: Map<string, string>
  /** Variables that stand for a solution, which the query does not name. */
  readonly solutionNames: Set<string>
}
