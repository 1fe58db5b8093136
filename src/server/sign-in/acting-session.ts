import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { AccountStore } from '../../accounts/account-store.ts'
import type { Sessions } from '../../accounts/create-sessions.ts'
import type { Session } from '../../accounts/session.ts'
import { ServiceError } from '../../errors.ts'

/**
 * On whose behalf a request is answered that somebody sends who signed in: their own, or by the header `SD-Run-As` another one's.
 *
 * @throws ServiceError `forbidden`, whether there is such a user or not, where it is no superuser who signed in; else
 * `accountUnknown`, or `forbidden` for one who is disabled; `illegalArgument` for a header that names nobody, or several
 */
export function actingSession(
  request: FastifyRequest,
  signedIn: Session,
  { accounts, sessions }: { readonly accounts: Pick<AccountStore, 'user'>; readonly sessions: Sessions },
): Session {
  const name = runAsName(request)
  if (name === undefined || name === signedIn.user) return signedIn
  if (!signedIn.superuser) {
    const message = `User '${signedIn.user}' may not act for user '${name}': only a superuser may act for others.`
    throw new ServiceError('forbidden', message)
  }
  const acting = sessions.of(name)
  if (acting !== undefined) return { ...acting, signedIn }
  if (accounts.user(name) !== undefined) {
    throw new ServiceError('forbidden', `User '${name}' is disabled, so nobody may act for them.`)
  }
  throw new ServiceError('accountUnknown', `User '${name}' does not exist.`)
}

/**
 * Refuses to act for another where nobody signs in.
 *
 * @throws ServiceError `illegalArgument`
 */
export function refuseActing(request: FastifyRequest): void {
  if (runAsName(request) === undefined) return
  const message =
    'This server does not ask who anybody is, so nobody acts for others: leave the header "SD-Run-As" out.'
  throw new ServiceError('illegalArgument', message)
}

function runAsName(request: FastifyRequest): string | undefined {
  if (request.headers['sd-run-as'] === undefined) return undefined
  const [given = '', ...others] = request.raw.headersDistinct['sd-run-as'] ?? []
  // Node reads headers as Latin-1, whatever was sent.
  const bytes = Buffer.from(given, 'latin1')
  const name = isUtf8(bytes) ? bytes.toString('utf8') : given
  if (name !== '' && others.length === 0) return name
  throw new ServiceError('illegalArgument', 'The header "SD-Run-As" must name one user, or be left out.')
}
