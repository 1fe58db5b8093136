import type { FastifyRequest } from 'fastify'
import type { Sessions } from '../../accounts/create-sessions.ts'
import type { Session } from '../../accounts/session.ts'
import type {
  Authenticator,
  BearerToken,
  Credentials,
  SignIn,
  TokenSignIn,
} from '../../authentication/authenticator.ts'
import { readAuthorization } from '../../authentication/read-authorization.ts'
import { ServiceError } from '../../errors.ts'
import type { AuditEvent, AuditLog } from '../audit/audit.ts'
import type { SignedInBy } from './asking.ts'

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
  /** The token of a trusted issuer that was shown. */
  readonly token?: BearerToken
}

/**
 * Who sends a request, by its header `Authorization`. Who signs in, or is refused, is written down; but for who was recognised from
 * a moment ago, who claimed to be nobody, and all but the first of a flood.
 *
 * @throws ServiceError `unauthenticated`, `tooManyAttempts`, `serverBusy`
 */
export async function signIn(request: FastifyRequest, parts: SignInParts): Promise<SignedIn> {
  const write = (event: Omit<AuditEvent, 'action'> & { readonly action?: string }): void =>
    parts.audit?.write({ action: 'login', ...event, address: request.ip, requestId: request.id })
  const refuse = (message: string, reason: string, target?: string): never => {
    write({ outcome: 'refused', ...(target !== undefined && { target }), details: { reason } })
    request.log.info({ reason, ...(target !== undefined && { user: target }) }, message)
    throw new ServiceError('unauthenticated', message, { detail: reason })
  }

  function tell(user: string, by: Credentials['kind'], told: TokenSignIn | undefined): void {
    const { issuer, unknownRoles = [], created = false } = told ?? {}
    const from = issuer === undefined ? {} : { issuer }
    if (created) write({ action: 'user.create', outcome: 'done', user, target: user, details: from })
    write({ outcome: 'done', user, details: { by, ...from } })
    if (unknownRoles.length > 0) {
      request.log.info({ user, issuer, roles: unknownRoles }, 'The token asks for roles that there are not.')
    }
  }

  function signedInBy(result: SignIn, by: Credentials['kind']): SignedIn {
    switch (result.kind) {
      case 'identity': {
        const { user, mapping, token } = result.identity
        const session = parts.sessions.of(user, mapping)
        if (session === undefined) return refuse(goneMeanwhile(by), 'Removed or disabled meanwhile.', user)
        if (result.fresh) tell(user, by, result.told)
        return { session, by, ...(token !== undefined && { token }) }
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
    case 'token':
      return signedInBy(await parts.authenticator.signIn(read, request.ip), read.kind)
  }
}

/** What somebody is told who was removed or disabled a moment ago: as for a wrong password, or a token that does not hold. */
export function goneMeanwhile(by: SignedInBy): string {
  return by === 'token' ? 'The token is not valid.' : 'The user name or the password is wrong.'
}
