import type { FastifyRequest } from 'fastify'
import type { GraphQLRequest } from '../engine/answer.ts'
import { ServiceError } from '../errors.ts'
import { HttpFailure } from './error-reply.ts'
import { bodyText, isObject, jsonObject, parseJson } from './json-body.ts'
import { mediaTypeOf, queryOf } from './request-parameters.ts'
import { status } from './status.ts'

const refusedMediaTypes = new Set(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])

/**
 * The GraphQL request of an HTTP request (GraphQL over HTTP, "Request parameters"): of the URL for GET, of the body for
 * POST, where the body is JSON or a GraphQL document. Media types that a web page can send to another site without
 * asking are refused.
 *
 * @throws HttpFailure 415 for a refused media type
 * @throws ServiceError for parameters of a wrong kind
 */
export function readGraphQLRequest(request: FastifyRequest): GraphQLRequest {
  const parameters = urlParameters(request)
  if (request.method === 'GET' || request.method === 'HEAD') return requestOf(parameters, 'parameter')
  const mediaType = mediaTypeOf(request)
  if (refusedMediaTypes.has(mediaType)) {
    throw new HttpFailure(
      status.unsupportedMediaType,
      'illegalArgument',
      `A GraphQL query cannot be sent as ${mediaType}. Send JSON as application/json, or the query alone as application/graphql.`,
    )
  }
  const text = bodyText(request.body)
  if (mediaType === 'application/graphql') return requestOf({ ...parameters, query: text }, 'parameter')
  return requestOf(jsonObject(text), 'member')
}

function urlParameters(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const parameters = queryOf(request)
  const variables = parameters.get('variables')
  return {
    query: parameters.get('query'),
    variables: variables === undefined ? undefined : parsedVariables(variables),
    // Clients write an unnamed operation as an empty parameter.
    operationName: parameters.get('operationName') || undefined,
  }
}

function parsedVariables(text: string): unknown {
  return text === '' ? undefined : parseJson(text, 'The parameter "variables"')
}

function requestOf(
  parameters: Readonly<Record<string, unknown>>,
  word: 'member' | 'parameter',
): GraphQLRequest {
  const { query, variables, operationName } = parameters
  if (typeof query !== 'string') throw wrongType('query', word, 'the text of a GraphQL query', query)
  const given = variables ?? undefined
  if (given !== undefined && !isObject(given)) throw wrongType('variables', word, 'a JSON object', variables)
  const operation = operationName ?? undefined
  if (operation !== undefined && typeof operation !== 'string') {
    throw wrongType('operationName', word, 'a string', operationName)
  }
  return {
    query,
    ...(given === undefined ? {} : { variables: given }),
    ...(operation === undefined ? {} : { operationName: operation }),
  }
}

function wrongType(name: string, word: string, expected: string, value: unknown): ServiceError {
  return new ServiceError(
    'illegalArgument',
    value === undefined
      ? `The ${word} "${name}" is missing: ${expected}.`
      : `The ${word} "${name}" must be ${expected}.`,
  )
}
