export type { ChangeReport, CountedReport, StepReport } from './engine/change/change.ts'
export { createEngine } from './engine/create-engine.ts'
export type {
  Database as DatabaseReference,
  FileDatabase,
  MemoryDatabase,
  RemoteDatabase,
} from './engine/database.ts'
export type { AddSchemaOptions, AutoSchema, DatabaseSchemas } from './engine/database-schemas.ts'
export type {
  DatabaseSparql,
  LoadInput,
  LoadSettings,
  SparqlAccess,
  SparqlQueryOptions,
  Transaction,
  UpdateOptions,
} from './engine/database-sparql.ts'
export type {
  Engine,
  EngineOptions,
  ExplainOptions,
  ExplanationAnswer,
  Isolation,
  ToldWarnings,
} from './engine/engine.ts'
export type { DocumentAccess, RemoteOptions, ServiceAccess } from './engine/federation/remote-access.ts'
export type {
  Answer,
  AnswerForm,
  DocumentLimits,
  Explanation,
  GraphQLRequest,
  RequestError,
  RequestOptions,
  UsedReasoning,
} from './engine/graphql/answer.ts'
export {
  type Database,
  type OpenedDatabase,
  type OpenOptions,
  openDatabase,
  type QueryOptions,
  type QueryResult,
} from './engine/open-database.ts'
export {
  type EndpointDatabase,
  openRemoteDatabase,
  type RemoteOpenOptions,
} from './engine/open-remote-database.ts'
export type { CountedLoad, LoadCounts, LoadReport, RdfSource } from './engine/rdf-source.ts'
export type { ReasoningSettings } from './engine/reasoning/reasoning-settings.ts'
export type {
  SchemaOptions,
  SchemaOrigin,
  SchemaProblems,
  SchemaSource,
} from './engine/schemas/schema-source.ts'
export type { SparqlExplanation } from './engine/sparql/sparql-request.ts'
export type { Solution, SparqlResult } from './engine/sparql/sparql-result.ts'
export { type ErrorName, errorCodes, ServiceError } from './errors.ts'
export type { RdfFormat } from './rdf/formats.ts'
export {
  type BlankNode,
  blank,
  iri,
  type Literal,
  languageString,
  literal,
  type NamedNode,
  type Quad,
  type Term,
} from './rdf/term.ts'
export type { EndpointCredentials, RemoteEndpoint, UnionScope } from './store/remote/endpoint.ts'
