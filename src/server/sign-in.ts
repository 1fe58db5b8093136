import type { FastifyRequest } from 'fastify'
import type { Sessions } from '../accounts/create-sessions.ts'
import type { Session } from '../accounts/session.ts'
import type { Authenticator, Credentials, SignIn } from '../authentication/authenticator.ts'
import { readAuthorization } from '../authentication/read-authorization.ts'
import { ServiceError } from '../errors.ts'
import type { AuditEvent, AuditLog } from './audit.ts'

/** What tells who sends a request. */
export interface SignInParts {
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly audit: AuditLog | undefined
}

/** Who signed in, and by what. */
export interface SignedIn {
  readonly session: Session
  readonly by: Credentials['kind']
}

/**
 * Who sends a request, by its header `Authorization`. Who signs in, or is refused, is written down; but for who was recognised from
 * a moment ago, who claimed to be nobody, and all but the first of a flood.
 *
 * @throws ServiceError `unauthenticated`, `tooManyAttempts`, `serverBusy`
 */
export async function signIn(request: FastifyRequest, parts: SignInParts): Promise<SignedIn> {
  const write = (event: Pick<AuditEvent, 'target' | 'details' | 'outcome' | 'user'>): void =>
    parts.audit?.write({ action: 'login', ...event, address: request.ip, requestId: request.id })
  const refuse = (message: string, reason: string, target?: string): never => {
    write({ outcome: 'refused', ...(target !== undefined && { target }), details: { reason } })
    throw new ServiceError('unauthenticated', message, { detail: reason })
  }

  function sessionOf(result: SignIn, by: Credentials['kind']): Session {
    switch (result.kind) {
      case 'identity': {
        const { user } = result.identity
        const session = parts.sessions.of(user)
        if (session === undefined) return refuse(goneMeanwhile, 'Removed or disabled meanwhile.', user)
        if (result.fresh) write({ outcome: 'done', user, details: { by } })
        return session
      }
      case 'refused':
        return refuse(result.message, result.reason, result.user)
      case 'throttled': {
        const { message, retryAfterSeconds, user, fresh } = result
        const target = user === undefined ? {} : { target: user }
        if (fresh) write({ outcome: 'refused', ...target, details: { reason: 'Too many attempts.' } })
        throw new ServiceError('tooManyAttempts', message, { retryAfterSeconds })
      }
      case 'unavailable':
        write({ outcome: 'failed', details: { reason: result.reason } })
        throw new ServiceError('remoteUnavailable', result.message, { detail: result.reason })
    }
  }

  const read = readAuthorization(request.raw.headersDistinct['authorization'])
  switch (read.kind) {
    case 'none':
      throw new ServiceError('unauthenticated', 'This needs a user name and password, or a token.')
    case 'unreadable':
      return refuse(read.message, read.reason)
    case 'password':
    case 'token': {
      const result = await parts.authenticator.signIn(read, request.ip)
      return { session: sessionOf(result, read.kind), by: read.kind }
    }
  }
}

/** To somebody who was removed or disabled a moment ago: as for a wrong password. */
export const goneMeanwhile = 'The user name or the password is wrong.'
