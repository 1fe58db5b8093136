import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'

/**
 * The user for whom a request is to be answered, by the header `SD-Run-As`.
 *
 * @throws ServiceError `illegalArgument` where it names none, or several
 */
export function runAsName(request: FastifyRequest): string | undefined {
  if (request.headers['sd-run-as'] === undefined) return undefined
  const [given = '', ...others] = request.raw.headersDistinct['sd-run-as'] ?? []
  // Node reads headers as Latin-1, whatever was sent.
  const bytes = Buffer.from(given, 'latin1')
  const name = isUtf8(bytes) ? bytes.toString('utf8') : given
  if (name !== '' && others.length === 0) return name
  throw new ServiceError('illegalArgument', 'The header "SD-Run-As" must name one user, or be left out.')
}
