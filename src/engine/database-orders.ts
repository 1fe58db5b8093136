import { rdfSyntaxes } from '../rdf/formats.ts'
import type { GraphQLRequest } from './answer.ts'
import type { RequestSettings } from './answer-request.ts'
import type { Database } from './database.ts'
import type { RdfSource } from './rdf-source.ts'

/** Which database an operation is about. */
export interface Target {
  readonly database: Database
}

/** A request to answer or explain. */
export interface QueryOrder extends Target {
  readonly request: GraphQLRequest
  readonly profile?: boolean
  readonly settings: RequestSettings
}

/** Sources to load; their bytes come as the inputs of the operation, in the same order. */
export interface LoadOrder extends Target {
  readonly sources: readonly Omit<RdfSource, 'bytes'>[]
}

/** Whether an argument says which database it is about. */
export function isTarget(value: unknown): value is Target {
  if (!isObject(value) || !('database' in value)) return false
  const { database } = value
  if (!isObject(database) || !('kind' in database) || !('namespaces' in database)) return false
  if (!(database.namespaces instanceof Map)) return false
  return database.kind === 'file'
    ? 'path' in database && typeof database.path === 'string'
    : database.kind === 'memory' && 'name' in database && typeof database.name === 'string'
}

/** Whether an argument is a request to answer or explain. */
export function isQueryOrder(value: unknown): value is QueryOrder {
  if (!isTarget(value) || !('request' in value) || !isObject(value.request)) return false
  const { request } = value
  return (
    'query' in request &&
    typeof request.query === 'string' &&
    'settings' in value &&
    isSettings(value.settings)
  )
}

function isSettings(value: unknown): value is RequestSettings {
  if (!isObject(value)) return false
  const form = 'form' in value ? value.form : undefined
  const limits = 'limits' in value ? value.limits : undefined
  return (
    (form === undefined || form === 'nodes' || form === 'graphql') &&
    (limits === undefined ||
      (isObject(limits) && Object.values(limits).every((limit) => typeof limit === 'number')))
  )
}

/** Whether an argument is a load. */
export function isLoadOrder(value: unknown): value is LoadOrder {
  if (!isTarget(value) || !('sources' in value) || !Array.isArray(value.sources)) return false
  return value.sources.every(
    (source: unknown) =>
      isObject(source) &&
      'name' in source &&
      typeof source.name === 'string' &&
      'format' in source &&
      rdfSyntaxes.some((syntax) => syntax.format === source.format),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
