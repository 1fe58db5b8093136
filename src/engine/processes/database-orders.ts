import { rdfSyntaxes } from '../../rdf/formats.ts'
import type { ChangeStep } from '../change/change.ts'
import type { Database, EmbeddedDatabase, RemoteDatabase } from '../database.ts'
import type { GraphQLRequest } from '../graphql/answer.ts'
import type { RequestSettings } from '../graphql/answer-request.ts'
import { isObject } from '../is-object.ts'
import type { RdfSource } from '../rdf-source.ts'
import type { SchemaReference } from '../schemas/read-schemas.ts'

/** Which database an operation is about. */
export interface Target {
  readonly database: EmbeddedDatabase
}

/** Which endpoint an operation is about. */
export interface EndpointTarget {
  readonly database: RemoteDatabase
}

/** A GraphQL request to answer or explain; the text of its schema, where it has one, is the only input of the operation. */
export interface GraphQLWork {
  readonly request: GraphQLRequest
  readonly profile?: boolean
  readonly settings: RequestSettings
  readonly schema?: SchemaReference
}

/** Sources to load; their bytes come as the inputs of the operation, in the same order. */
export interface LoadOrder {
  readonly sources: readonly OrderedSource[]
}

/** A source as it is told to another process: its bytes come as an input, unless it has a path. */
export type OrderedSource = Omit<RdfSource, 'bytes'>

/** A step as it is told to another process. */
export type OrderedStep =
  | Exclude<ChangeStep, { readonly kind: 'add' | 'remove' }>
  | { readonly kind: 'add'; readonly source: OrderedSource }
  | { readonly kind: 'remove'; readonly source: OrderedSource }

/** Steps of a change; the bytes of sources without a path come as the inputs of the operation, in the same order. */
export interface ChangeOrder {
  readonly steps: readonly OrderedStep[]
}

/** Whether an argument says which database it is about. */
export function isTarget(value: unknown): value is Target {
  return (
    isOfDatabase(value) &&
    (hasText(value.database, 'file', 'path') || hasText(value.database, 'memory', 'name'))
  )
}

/** Whether an argument says which endpoint it is about. */
export function isEndpointTarget(value: unknown): value is EndpointTarget {
  return (
    isOfDatabase(value) &&
    hasText(value.database, 'remote', 'name') &&
    'endpoint' in value.database &&
    isObject(value.database.endpoint) &&
    'queryUrl' in value.database.endpoint
  )
}

function isOfDatabase(value: unknown): value is { readonly database: object } {
  if (!isObject(value) || !('database' in value)) return false
  const { database } = value
  return isObject(database) && 'namespaces' in database && database.namespaces instanceof Map
}

function hasText(database: object, kind: Database['kind'], member: string): boolean {
  return 'kind' in database && database.kind === kind && typeof Reflect.get(database, member) === 'string'
}

/** Whether an argument is a GraphQL request to answer or explain. */
export function isGraphQLWork(value: unknown): value is GraphQLWork {
  if (!isObject(value) || !('request' in value) || !isObject(value.request)) return false
  const { request } = value
  return (
    'query' in request &&
    typeof request.query === 'string' &&
    'settings' in value &&
    isSettings(value.settings) &&
    (!('schema' in value) || isSchemaReference(value.schema))
  )
}

function isSchemaReference(value: unknown): value is SchemaReference {
  return (
    isObject(value) &&
    'name' in value &&
    typeof value.name === 'string' &&
    'id' in value &&
    typeof value.id === 'string'
  )
}

function isSettings(value: unknown): value is RequestSettings {
  if (!isObject(value)) return false
  const form = 'form' in value ? value.form : undefined
  const limits = 'limits' in value ? value.limits : undefined
  const answerLimits = 'answerLimits' in value ? value.answerLimits : undefined
  const reasoning = 'reasoning' in value ? value.reasoning : undefined
  return (
    (reasoning === undefined || typeof reasoning === 'boolean') &&
    (form === undefined || form === 'nodes' || form === 'graphql') &&
    (limits === undefined || isNumbers(limits)) &&
    (answerLimits === undefined || isNumbers(answerLimits))
  )
}

function isNumbers(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((number) => typeof number === 'number')
}

/** Whether an argument is a load. */
export function isLoadOrder(value: unknown): value is LoadOrder {
  if (!isObject(value) || !('sources' in value) || !Array.isArray(value.sources)) return false
  return value.sources.every(isOrderedSource)
}

/** Whether an argument is a change. */
export function isChangeOrder(value: unknown): value is ChangeOrder {
  return isObject(value) && 'steps' in value && isOrderedSteps(value.steps)
}

/** Whether a value is the steps of a change. */
export function isOrderedSteps(value: unknown): value is readonly OrderedStep[] {
  return Array.isArray(value) && value.every(isOrderedStep)
}

function isOrderedStep(step: unknown): step is OrderedStep {
  if (!isObject(step) || !('kind' in step)) return false
  switch (step.kind) {
    case 'add':
    case 'remove':
      return 'source' in step && isOrderedSource(step.source)
    case 'clear':
      return 'graphs' in step && isClearedGraphs(step.graphs)
    case 'update':
      return 'update' in step && isObject(step.update) && 'text' in step.update
    default:
      return false
  }
}

function isClearedGraphs(graphs: unknown): boolean {
  if (isObject(graphs)) return 'iri' in graphs && typeof graphs.iri === 'string'
  return graphs === 'default' || graphs === 'named' || graphs === 'all'
}

function isOrderedSource(source: unknown): source is OrderedSource {
  return (
    isObject(source) &&
    'name' in source &&
    typeof source.name === 'string' &&
    'format' in source &&
    rdfSyntaxes.some((syntax) => syntax.format === source.format)
  )
}
