import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

/** The database that a path names (`/{db}/…`). */
export function databaseOf(request: FastifyRequest): string {
  return pathPart(request, 'db')
}

/** The transaction that a path names (`/{db}/{tx}/…`), where it names one. */
export function transactionOf(request: FastifyRequest): string | undefined {
  return pathParameter(request, 'tx')
}

/** The value of a named part of a path, which the route has. */
export function pathPart(request: FastifyRequest, name: string): string {
  const value = pathParameter(request, name)
  if (value === undefined) throw new Error(`The route has no part ":${name}".`)
  return value
}

/** The value of a named part of a path, where the route has such a part. */
export function pathParameter(request: FastifyRequest, name: string): string | undefined {
  const parameters = request.params
  if (typeof parameters !== 'object' || parameters === null) return undefined
  const value: unknown = Object.entries(parameters).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/**
 * The parameters of a URL's query, decoded.
 *
 * @throws ServiceError `illegalArgument` where one is given several times
 */
export function queryOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const query = request.query
  const parameters = new Map<string, string>()
  if (typeof query !== 'object' || query === null) return parameters
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new ServiceError(
        'illegalArgument',
        `The parameter ${JSON.stringify(name)} is given more than once.`,
      )
    }
    parameters.set(name, value)
  }
  return parameters
}

/** The media type of a request's body in lower case, without parameters; `''` where none is stated. */
export function mediaTypeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
