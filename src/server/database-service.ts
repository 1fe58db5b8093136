import type { ExplainOptions, ExplanationAnswer } from '../engine/engine.ts'
import type { Answer, AnswerForm, GraphQLRequest, RequestOptions } from '../engine/graphql/answer.ts'
import type { LoadCounts, LoadOptions, RdfSource } from '../engine/rdf-source.ts'
import type { SchemaService } from './schema-service.ts'

/** What a finished load came to. */
export interface LoadResult extends LoadCounts {
  /** Quads that were not there before; absent: an endpoint took them, which does not count. */
  readonly added?: number
}

/** How a database is made. */
export interface CreateOptions extends LoadOptions {
  /** Options of the database, by name, flat or nested. */
  readonly databaseOptions?: Readonly<Record<string, unknown>>
}

/** How a request is answered. */
export interface ExecuteOptions extends Omit<RequestOptions, 'schema'>, NamedSchema {
  /** The form where neither `form` nor the database says which. */
  readonly defaultForm?: AnswerForm
}

/** How a request is explained. */
export interface ExplainRequestOptions extends Omit<ExplainOptions, 'schema'>, NamedSchema {}

/** Which schema a request is answered by, whatever its special variables say. */
export interface NamedSchema {
  /** The name of a registered schema. */
  readonly schema?: string
}

/**
 * The databases of one home by name, as every face of the service uses them: in this process, or behind a server. Errors
 * in a GraphQL request are answers; every other failure is thrown as a `ServiceError`.
 */
export interface DatabaseService {
  databases(): Promise<readonly string[]>
  /** Creates a database with the quads of `sources`; where one of them cannot be read, nothing is left behind. */
  create(name: string, sources: readonly RdfSource[], options?: CreateOptions): Promise<LoadResult>
  drop(name: string): Promise<void>
  /** Adds the quads of a source, all of them or none. */
  load(name: string, source: RdfSource, options?: LoadOptions): Promise<LoadResult>
  /** Triples in the union of all graphs. */
  size(name: string): Promise<number>
  /**
   * Answers by the schema that is named, by the special variable `@schema` of the request too; where none is, by `default` where the
   * database has `graphql.auto.schema`.
   *
   * @throws ServiceError `schemaUnknown` where `options` name one that there is not
   */
  execute(name: string, request: GraphQLRequest, options?: ExecuteOptions): Promise<Answer>
  /** Explains, by the schema that {@link DatabaseService.execute} answers by. */
  explain(name: string, request: GraphQLRequest, options?: ExplainRequestOptions): Promise<ExplanationAnswer>
  readonly schemas: SchemaService
  /** Ends all work, after `graceMilliseconds` (0 unless given). */
  close(graceMilliseconds?: number): Promise<void>
}
