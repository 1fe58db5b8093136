import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'

/** The database that a path names (`/{db}/…`). */
export function databaseOf(request: FastifyRequest): string {
  const parameters = request.params
  if (typeof parameters === 'object' && parameters !== null && 'db' in parameters) {
    if (typeof parameters.db === 'string') return parameters.db
  }
  throw new Error('The route names no database.')
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
