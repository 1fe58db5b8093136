export type {
  Answer,
  AnswerForm,
  DocumentLimits,
  Explanation,
  GraphQLRequest,
  RequestError,
  RequestOptions,
} from './engine/answer.ts'
export { createEngine } from './engine/create-engine.ts'
export type { Database as DatabaseReference, FileDatabase, MemoryDatabase } from './engine/database.ts'
export type { Engine, EngineOptions, ExplainOptions, ExplanationAnswer, Isolation } from './engine/engine.ts'
export {
  type Database,
  type LoadInput,
  type LoadSettings,
  type OpenOptions,
  openDatabase,
  type QueryOptions,
  type QueryResult,
} from './engine/open-database.ts'
export type { LoadCounts, LoadReport, RdfSource } from './engine/rdf-source.ts'
export { type ErrorName, errorCodes, ServiceError } from './errors.ts'
