import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Caller } from '../sign-in/caller.ts'
import { whoAsks } from '../sign-in/who-asks.ts'
import type { AuditLog } from './audit.ts'

/** Writes down who was refused what, where it is a refusal that a request failed by. */
export function auditRefusal(
  request: FastifyRequest,
  caller: Caller,
  error: unknown,
  audit: AuditLog | undefined,
): void {
  if (!(error instanceof ServiceError) || !refusals.has(error.kind)) return
  audit?.write({
    action: 'refusal',
    target: `${request.method} ${request.url.split('?')[0]}`,
    details: { message: error.message },
    outcome: 'refused',
    ...whoAsks(caller),
  })
}

const refusals: ReadonlySet<ServiceError['kind']> = new Set([
  'forbidden',
  'unauthenticated',
  'tooManyAttempts',
])
