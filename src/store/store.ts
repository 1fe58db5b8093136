import type { Quad } from '../rdf/term.ts'
import type { Comparator, Operation, SelectQuery, Slice } from '../sparql/algebra.ts'
import type { PlanNode } from '../sparql/plan-node.ts'
import type { AskQuery, ConstructQuery, DescribeQuery } from '../sparql/query-form.ts'
import type { Solutions } from '../sparql/solutions.ts'
import type { Statistics } from '../sparql/statistics.ts'

export type { PlanNode } from '../sparql/plan-node.ts'
export type { Cell, Solutions } from '../sparql/solutions.ts'
export type { PredicateStatistics, Statistics } from '../sparql/statistics.ts'

/** How a query is run. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined
}

/** One of the parts whose union a query is. */
export interface QueryPart {
  /** The variable that each solution of this part binds, and no solution of another. */
  readonly node: string
  readonly operation: Operation
  /** Where only some of the nodes are asked for: the operand of `operation`, by identity, that chooses them. */
  readonly page?: Slice
  /** By what the nodes are ordered; each solution of a node has the same keys. */
  readonly comparators: readonly Comparator[]
}

/** What a caller wants of the solutions of a query. */
export interface SelectOptions extends RunOptions {
  /**
   * Solutions that the query does not order otherwise come ordered by these variables, one after the other:
   * terms in the order in which the store first saw them, unbound last.
   */
  readonly grouping?: readonly string[]
  /**
   * The parts of the query. Solutions of the first part come before those of the next, and those of one node of a part next
   * to each other, in no order unless they are grouped.
   */
  readonly parts?: readonly QueryPart[]
  /** Variables whose terms will be asked for; of others only the cells are. Default: all. */
  readonly decode?: readonly string[]
  /** Collects rows and times of each step; costs time. */
  readonly profile?: boolean
}

/** A query that is translated for a store's present version. */
export interface PreparedQuery {
  /** The plan; where `profile` was asked for, with what the last run to its end measured. */
  readonly plan: PlanNode
  /** The store's version that the translation holds for. */
  readonly version: number
  /** Its first batch fails with a {@link StaleQuery} where the store's version is another one by then. */
  run(options?: RunOptions): Solutions
}

/** A prepared query was run after a commit that it does not know of: it has to be prepared again. */
export class StaleQuery extends Error {
  override readonly name = 'StaleQuery'
}

/** A place that answers SPARQL algebra: the port that every store is behind. */
export interface Store {
  /** Changes with every commit: plans made at one version hold for that version. */
  version(): number
  /** Exact where the store keeps counts; `undefined` where it does not know. */
  statistics(): Statistics | undefined
  /** Translates a query once; what it gives can be run as often as wanted while {@link Store.version} stays the same. */
  prepare(query: SelectQuery, options?: SelectOptions): PreparedQuery
  select(query: SelectQuery, options?: SelectOptions): Solutions
  /** Whether there is a solution; no more than one is looked for. */
  ask(query: AskQuery, options?: RunOptions): Promise<boolean>
  /** The triples of a graph, each once, in batches of bounded size; a consumer that stops early ends the query. */
  graph(query: ConstructQuery | DescribeQuery, options?: RunOptions): AsyncIterable<readonly Quad[]>
  /** The plan by which `select` would run the query. */
  plan(query: SelectQuery, options?: SelectOptions): PlanNode
  close(): void
}
