/** Where in a query an operation stands. */
export interface Context {
  /**
   * How often a solution comes: it counts; or it does not, but variables of the operation are all seen; or neither do more
   * variables matter.
   */
  readonly solutions: 'counted' | 'distinct' | 'some'
  /** Whether it is matched in a graph by name. */
  readonly inGraph: boolean
}
