/** A step of a plan. */
export interface PlanNode {
  readonly label: string
  /** Estimated number of solutions, at least 1. */
  readonly cardinality: number
  /** Measured, where the plan was run with `profile`. */
  readonly rows?: number
  readonly milliseconds?: number
  readonly children: readonly PlanNode[]
}
