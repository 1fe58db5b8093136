import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { AuditLog } from './audit.ts'
import type { Caller } from './caller.ts'

/** Writes down who was refused what, where it is a refusal that a request failed by. */
export function auditRefusal(
  request: FastifyRequest,
  { session, address, requestId }: Caller,
  error: unknown,
  audit: AuditLog | undefined,
): void {
  if (!(error instanceof ServiceError) || !refusals.has(error.kind)) return
  const { user, signedInAs } = session
  audit?.write({
    action: 'refusal',
    target: `${request.method} ${request.url.split('?')[0]}`,
    details: { message: error.message },
    outcome: 'refused',
    ...(user !== '' && { user }),
    ...(signedInAs !== undefined && { signedInAs }),
    address,
    requestId,
  })
}

const refusals: ReadonlySet<ServiceError['kind']> = new Set([
  'forbidden',
  'unauthenticated',
  'tooManyAttempts',
])
