import type { Term } from '../rdf/term.ts'
import type { SelectQuery } from '../sparql/algebra.ts'

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

export interface SelectOptions {
  /**
   * Solutions that the query does not order otherwise come ordered by these variables, one after the other:
   * terms in the order in which the store first saw them, unbound last.
   */
  readonly grouping?: readonly string[]
  /** Variables whose terms will be asked for; of others only the cells are. Default: all. */
  readonly decode?: readonly string[]
  readonly signal?: AbortSignal
  /** Collects rows and times of each step; costs time. */
  readonly profile?: boolean
}

/** Exact counts of one predicate's triples in the union of all graphs. */
export interface PredicateStatistics {
  readonly triples: number
  /** Distinct subjects; equal to `triples` where no subject has two values. */
  readonly subjects: number
  readonly objects: number
}

export interface Statistics {
  /** Triples in the union of all graphs. */
  readonly triples: number
  predicate(iri: string): PredicateStatistics | undefined
  /** Distinct instances that are stated to be of a class. */
  instances(classIri: string): number
}

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

/** A place that answers SPARQL algebra: the port that every store is behind. */
export interface Store {
  /** Changes with every commit: plans made at one version hold for that version. */
  version(): number
  /** Exact where the store keeps counts; `undefined` where it does not know. */
  statistics(): Statistics | undefined
  select(query: SelectQuery, options?: SelectOptions): Solutions
  /** The plan by which `select` would run the query. */
  plan(query: SelectQuery, options?: SelectOptions): PlanNode
  close(): void
}
