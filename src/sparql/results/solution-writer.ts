import type { Term } from '../../rdf/term.ts'

/** What writes solutions one after the other in one syntax. */
export interface SolutionWriter {
  /** What stands before the first solution. */
  start(variables: readonly string[]): string
  /** One solution, its terms in the order of the variables, `null` where unbound; `first` tells that none came before. */
  solution(terms: readonly (Term | null)[], first: boolean): string
  /** What stands after the last solution. */
  end(): string
  /** The whole document of a boolean. */
  boolean(value: boolean): string
}
