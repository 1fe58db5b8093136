import type {
  Answer,
  DocumentLimits,
  Explanation,
  GraphQLRequest,
  RequestError,
  RequestOptions,
} from './answer.ts'
import type { Database } from './database.ts'
import type { LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'

/** Where queries run: in processes that can be ended at any moment, or in the calling one. */
export type Isolation = 'process' | 'none'

/** What an engine may take; every member has a default. */
export interface EngineOptions {
  /**
   * `process`, the default: time-outs, cancellation and limits of memory hold for every query. `none`: the lowest
   * latency, but a running statement blocks the calling process and cannot be interrupted; time-outs and signals are
   * looked at between batches of rows only.
   */
  readonly isolation?: Isolation
  /** Queries that run at once; the number of cores unless given. */
  readonly processes?: number
  /** Bytes of memory of one query process; 1 GiB unless given. */
  readonly memoryLimit?: number
  /** Milliseconds that a query may take until its answer is read; 5 minutes unless given. */
  readonly timeout?: number
  /** Queries that may wait for a process; 256 unless given. */
  readonly waitingLimit?: number
  /** Limits of a GraphQL request, in place of the default ones. */
  readonly limits?: Partial<DocumentLimits>
}

/** How to explain a request. */
export interface ExplainOptions extends RequestOptions {
  /** Runs the query too, and adds rows and milliseconds to the plan. */
  readonly profile?: boolean
}

/** What an explanation came to, or the errors of the request. */
export type ExplanationAnswer =
  | { readonly kind: 'explanation'; readonly explanation: Explanation }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

/**
 * Databases as a whole: GraphQL in, JSON text out; RDF in. Errors in a GraphQL request are answers; every other failure
 * is thrown as a `ServiceError`.
 */
export interface Engine {
  /** Starts processes ahead of the first query. */
  warm(): void
  /**
   * Answers a request. Resolves when the request is compiled and the first part of the answer is there, so that what
   * fails before has no answer begun. A consumer of the chunks that stops early ends the query.
   *
   * @throws ServiceError `queryTimeout`, `queryMemory`, `queryCancelled`, `serverBusy`, `storage`, `internal`
   */
  graphql(database: Database, request: GraphQLRequest, options?: RequestOptions): Promise<Answer>
  explain(database: Database, request: GraphQLRequest, options?: ExplainOptions): Promise<ExplanationAnswer>
  /**
   * Adds the quads of all sources in one commit, or of none; makes the database where it is new, also of no sources.
   * Loads into one database follow each other, those into others run beside.
   *
   * @throws ServiceError `invalidRdf`, `queryCancelled`, `serverBusy`, `storage`, `internal`
   */
  load(database: Database, sources: readonly RdfSource[], options?: LoadOptions): Promise<LoadReport>
  /** Triples in the union of all graphs. */
  size(database: Database): Promise<number>
  /** Ends all work on a database and closes its files, before it is dropped; one in memory is gone. */
  release(database: Database): Promise<void>
  /** Lets running work go on for `graceMilliseconds` (0 unless given), then ends it and every process. */
  close(options?: { readonly graceMilliseconds?: number }): Promise<void>
}
