import type { FastifyRequest } from 'fastify'
import type { GraphQLRequest, RequestError } from '../../engine/graphql/answer.ts'
import { specialNames, splitRequest } from '../../engine/graphql/special-variables.ts'
import { ServiceError } from '../../errors.ts'
import { HttpFailure } from './error-reply.ts'
import { bodyText, isObject, jsonObject, parseJson } from './json-body.ts'
import { mediaTypeOf, queryOf } from './request-parameters.ts'
import { status } from './status.ts'

const refusedMediaTypes = new Set(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])

/** A GraphQL request, or why it cannot be answered. */
export type ReadRequest =
  | { readonly kind: 'request'; readonly request: GraphQLRequest }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

type Parameters = Readonly<Record<string, unknown>>

/**
 * The GraphQL request of an HTTP request (GraphQL over HTTP, "Request parameters"): of the URL for GET, of the body for
 * POST, where the body is JSON or a GraphQL document. Special variables are read from the URL of either, for what the
 * request itself does not say. Media types that a web page can send to another site without asking are refused.
 *
 * @throws HttpFailure 415 for a refused media type
 * @throws ServiceError `illegalArgument` for parameters of a wrong kind
 */
export function readGraphQLRequest(request: FastifyRequest): ReadRequest {
  const { parameters, word } = parametersOf(request)
  const extensions = objectIn(parameters, 'extensions', word) ?? {}
  if (parameters['query'] === undefined && 'persistedQuery' in extensions) return persistedQueryError
  const read = requestOf(parameters, word, { ...specialsOf(queryOf(request)), ...withoutNulls(extensions) })
  const split = splitRequest(read)
  const wrong = split.kind === 'errors' ? split.errors.find(isBadInput) : undefined
  if (wrong !== undefined) throw new ServiceError('illegalArgument', wrong.message)
  return { kind: 'request', request: read }
}

function parametersOf(request: FastifyRequest): {
  readonly parameters: Parameters
  readonly word: 'member' | 'parameter'
} {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return { parameters: urlParameters(request), word: 'parameter' }
  }
  const mediaType = mediaTypeOf(request)
  if (refusedMediaTypes.has(mediaType)) {
    throw new HttpFailure(
      status.unsupportedMediaType,
      'illegalArgument',
      `A GraphQL query cannot be sent as ${mediaType}. Send JSON as application/json, or the query alone as application/graphql.`,
    )
  }
  const text = bodyText(request.body)
  return mediaType === 'application/graphql'
    ? { parameters: { ...urlParameters(request), query: text }, word: 'parameter' }
    : { parameters: jsonObject(text), word: 'member' }
}

function urlParameters(request: FastifyRequest): Parameters {
  const parameters = queryOf(request)
  return {
    query: parameters.get('query'),
    variables: parsedParameter('variables', parameters),
    extensions: parsedParameter('extensions', parameters),
    // Clients write an unnamed operation as an empty parameter.
    operationName: parameters.get('operationName') || undefined,
  }
}

function parsedParameter(name: string, parameters: ReadonlyMap<string, string>): unknown {
  const text = parameters.get(name) ?? ''
  return text === '' ? undefined : parseJson(text, `The parameter "${name}"`)
}

/** The special variables of a URL: `?explain=true`. */
function specialsOf(parameters: ReadonlyMap<string, string>): Parameters {
  const found = specialNames.flatMap((special) => {
    const name = special.slice(1)
    const text = parameters.get(name)
    return text === undefined ? [] : [[name, special === '@schema' ? text : booleanOf(text)] as const]
  })
  return Object.fromEntries(found)
}

function booleanOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text
}

function withoutNulls(object: Parameters): Parameters {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

/** Answers a hash without a query, so that its sender sends the query (Apollo, "Automatic Persisted Queries"). */
const persistedQueryError: ReadRequest = {
  kind: 'errors',
  errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
}

function isBadInput(error: RequestError): boolean {
  return error.extensions.code === 'BAD_USER_INPUT'
}

function requestOf(
  parameters: Parameters,
  word: 'member' | 'parameter',
  extensions: Parameters,
): GraphQLRequest {
  const { query, operationName } = parameters
  if (typeof query !== 'string') throw wrongType('query', word, 'the text of a GraphQL query', query)
  const variables = objectIn(parameters, 'variables', word)
  const operation = operationName ?? undefined
  if (operation !== undefined && typeof operation !== 'string') {
    throw wrongType('operationName', word, 'a string', operationName)
  }
  return {
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operation === undefined ? {} : { operationName: operation }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
  }
}

function objectIn(parameters: Parameters, name: string, word: string): Parameters | undefined {
  const value = parameters[name] ?? undefined
  if (value === undefined || isObject(value)) return value
  throw wrongType(name, word, 'a JSON object', value)
}

function wrongType(name: string, word: string, expected: string, value: unknown): ServiceError {
  return new ServiceError(
    'illegalArgument',
    value === undefined
      ? `The ${word} "${name}" is missing: ${expected}.`
      : `The ${word} "${name}" must be ${expected}.`,
  )
}
