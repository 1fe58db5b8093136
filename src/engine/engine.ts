import type { ServiceError } from '../errors.ts'
import type { RdfFormat } from '../rdf/formats.ts'
import type { EndpointHealth } from '../store/remote/endpoint-client.ts'
import type { EndpointFindings } from '../store/remote/inspect/inspect-endpoint.ts'
import type { AnswerLimits } from './answer-limits.ts'
import type { ChangeReport, ChangeStep } from './change/change.ts'
import type { StagedCounts } from './change/stage-step.ts'
import type { Database, EmbeddedDatabase, FileDatabase, HomeDatabase, RemoteDatabase } from './database.ts'
import type { RemoteOptions } from './federation/remote-access.ts'
import type {
  Answer,
  DocumentLimits,
  Explanation,
  GraphQLRequest,
  RequestError,
  RequestOptions,
} from './graphql/answer.ts'
import type { LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'
import type { ToldWarnings } from './reasoning/told-warnings.ts'
import type { SchemaOptions, SchemaOrigin, SchemaProblems } from './schemas/schema-source.ts'
import type {
  ExportOptions,
  SparqlAnswer,
  SparqlExplainOptions,
  SparqlExplanation,
  SparqlOptions,
  SparqlRequest,
} from './sparql/sparql-request.ts'
import type { Upkeep } from './upkeep.ts'

export type { ToldWarnings } from './reasoning/told-warnings.ts'

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
  /** Limits of the answer of a query, GraphQL or SPARQL, in place of the default ones: 10 million rows, 256 MiB. */
  readonly answerLimits?: Partial<AnswerLimits>
  /** What `SERVICE` and `LOAD` may fetch from elsewhere; nothing unless given. */
  readonly remote?: RemoteOptions
  /**
   * A folder for what is on the disk for a while: documents of `LOAD`, long answers within a transaction. Whoever gives it
   * empties it where a process was killed; the machine's folder for temporary files unless given.
   */
  readonly spoolFolder?: string
  /** Limits of a GraphQL request, in place of the default ones. */
  readonly limits?: Partial<DocumentLimits>
  /**
   * Told which axioms of a database reasoning leaves out: each once for as long as it stands in the vocabulary, however many
   * processes read that.
   */
  readonly onWarnings?: (told: ToldWarnings) => void
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
 * is thrown as a `ServiceError`. What asks an endpoint can fail with `remoteFailed`, with `remoteUnavailable` where that is
 * down, and with `unsupported`, beside what is told of each method.
 */
export interface DatabaseEngine<Of extends Database> {
  /**
   * Answers a request. Resolves when the request is compiled and the first part of the answer is there, so that what
   * fails before has no answer begun. A consumer of the chunks that stops early ends the query.
   *
   * @throws ServiceError `queryTimeout`, `queryMemory`, `queryCancelled`, `serverBusy`, `storage`, `internal`
   */
  graphql(database: Of, request: GraphQLRequest, options?: RequestOptions): Promise<Answer>
  explain(database: Of, request: GraphQLRequest, options?: ExplainOptions): Promise<ExplanationAnswer>
  /**
   * What is wrong with the text of a schema, by the namespaces of a database; its data are not looked at.
   *
   * @throws ServiceError `queryTimeout`, `queryMemory`, `queryCancelled`, `serverBusy`, `internal`
   */
  checkSchema(database: Of, text: string, options?: SchemaOptions): Promise<SchemaProblems>
  /**
   * The text of a schema that is made of what a database holds.
   *
   * @throws ServiceError `unsupported` where it holds nothing to make one of; `limitExceeded`, `queryTimeout`, `queryMemory`,
   * `queryCancelled`, `serverBusy`, `storage`, `internal`
   */
  generateSchema(database: Of, origin: SchemaOrigin, options?: SchemaOptions): Promise<string>
  /**
   * Answers a SPARQL query. Resolves when the first part of the answer is there, so that what fails before has no answer
   * begun. A consumer of the chunks that stops early ends the query.
   *
   * @throws ServiceError `invalidQuery`, `illegalArgument`, `limitExceeded`, `queryTimeout`, `queryMemory`, `queryCancelled`,
   * `serverBusy`, `storage`, `internal`
   */
  sparql(database: Of, request: SparqlRequest, options: SparqlOptions): Promise<SparqlAnswer>
  explainSparql(
    database: Of,
    request: SparqlRequest,
    options?: SparqlExplainOptions,
  ): Promise<SparqlExplanation>
  /** A document of the quads of a database, or of one of its graphs, as they are at one moment; without limits of size. */
  exportGraph(database: Of, format: RdfFormat, options?: ExportOptions): Promise<AsyncIterable<Uint8Array>>
  /**
   * Adds the quads of all sources in one commit, or of none; makes the database where it is new, also of no sources.
   * Loads into one database follow each other, those into others run beside.
   *
   * @throws ServiceError `invalidRdf`, `queryCancelled`, `serverBusy`, `storage`, `internal`
   */
  load(database: Of, sources: readonly RdfSource[], options?: LoadOptions): Promise<LoadReport>
  /**
   * Carries out steps in order in one commit, or none of them; makes the database where it is new. Where they change
   * nothing there is no commit. Changes and loads of one database follow each other.
   *
   * @throws ServiceError `invalidRdf`, `invalidQuery`, `illegalArgument`, `queryCancelled`, `serverBusy`, `storage`
   */
  change(database: Of, steps: readonly ChangeStep[], options?: LoadOptions): Promise<ChangeReport>
  /** Triples in the union of all graphs. */
  size(database: Of): Promise<number>
  /**
   * Ends what changes a database, which fails with the reason (that it was dropped, unless given), and closes its files, or
   * connections, where nothing reads them; a database in memory is gone.
   */
  release(database: Of, reason?: ServiceError): Promise<void>
  /** Lets running work go on for `graceMilliseconds` (0 unless given), then ends it and every process. */
  close(options?: { readonly graceMilliseconds?: number }): Promise<void>
}

/** The engine of databases whose quads are here. */
export interface EmbeddedEngine extends DatabaseEngine<EmbeddedDatabase>, Upkeep<FileDatabase> {
  /** Starts processes ahead of the first query. */
  warm(): void
  /**
   * Checks a step that will be carried out later, and writes what its source holds as N-Quads to a new file.
   *
   * @throws ServiceError `invalidRdf`, `invalidQuery`, `illegalArgument`, `queryCancelled`; there is no file then
   */
  stage(
    database: EmbeddedDatabase,
    step: ChangeStep,
    file: string,
    options?: LoadOptions,
  ): Promise<StagedCounts>
}

/** How an endpoint is asked about itself. */
export interface EndpointOptions {
  readonly signal?: AbortSignal
  /** Milliseconds; 10 s unless given. */
  readonly timeout?: number
}

/** The engine of databases behind SPARQL endpoints. */
export interface EndpointEngine extends DatabaseEngine<RemoteDatabase> {
  /**
   * Finds out what has to be known of an endpoint before it is asked anything.
   *
   * @throws ServiceError `remoteFailed`, `remoteUnavailable`, `queryTimeout`
   */
  inspect(database: RemoteDatabase, options?: EndpointOptions): Promise<EndpointFindings>
  /** Whether an endpoint answers; throws as {@link EndpointEngine.inspect}. */
  health(database: RemoteDatabase, options?: EndpointOptions): Promise<EndpointHealth>
}

/** The engine of all databases. What cannot be done with one behind an endpoint is refused as `unsupported`. */
export interface Engine
  extends DatabaseEngine<Database>,
    Upkeep<HomeDatabase>,
    Pick<EndpointEngine, 'inspect' | 'health'>,
    Pick<EmbeddedEngine, 'warm'> {
  /**
   * Checks a step that will be carried out later, and writes what its source holds as N-Quads to a new file.
   *
   * @throws ServiceError `invalidRdf`, `invalidQuery`, `illegalArgument`, `queryCancelled`; there is no file then
   */
  stage(database: Database, step: ChangeStep, file: string, options?: LoadOptions): Promise<StagedCounts>
}
