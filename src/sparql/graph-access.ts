/** Some of the graphs of a database. */
export interface GraphSet {
  /** Whether the default graph is among them. */
  readonly default: boolean
  /** IRIs of the named ones, in the order of the alphabet, each once; or all that there are. */
  readonly named: readonly string[] | 'all'
}

/**
 * Which graphs of a database somebody may see and change. A graph that is not readable is as if it were not there: answers, counts,
 * explanations and errors are those of a database without it. To change one that is not writable is refused, whether there
 * is one of that name or not.
 */
export interface GraphAccess {
  readonly readable: GraphSet
  readonly writable: GraphSet
}
