import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSessions, type Sessions } from '../accounts/create-sessions.ts'
import type { Session } from '../accounts/session.ts'
import type { Credentials } from '../authentication/authenticator.ts'
import { readAuthorization } from '../authentication/read-authorization.ts'
import { ServiceError } from '../errors.ts'
import type { AuditEvent, AuditLog } from './audit.ts'
import type { Caller } from './caller.ts'
import { limitRefusals } from './limit-refusals.ts'
import type { Needs } from './needs.ts'
import { requireNeeds } from './require-needs.ts'
import { runAsName } from './run-as-name.ts'
import type { Security } from './security.ts'
import type { ServerParts } from './server-parts.ts'
import type { Services } from './services.ts'

/** By what somebody showed who they are; `nobody` where nothing was asked for. */
export type SignedInBy = Credentials['kind'] | 'nobody'

/** On whose behalf a request is answered, from the moment that this is known. */
interface Asking {
  caller: Caller
  signedInBy: SignedInBy
  services?: Services
}

/** What the requests to a route need. */
export interface RouteNeeds {
  readonly method: string
  /** With parameters as `:name`. */
  readonly url: string
  readonly needs: Needs
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server, but for the answers to methods that there are not. */
    readonly routeNeeds: RouteNeeds[]
  }
  interface FastifyRequest {
    /** Known once the request may reach its route; `null` where it was refused before, and where there is no route. */
    asking: Asking | null
    readonly caller: Caller
    readonly signedInBy: SignedInBy
    /** Everything that can be asked of the home, on behalf of the caller. */
    readonly services: Services
  }
  interface FastifyContextConfig {
    readonly needs?: Needs
  }
}

/** Who asks where a server does not ask who anybody is. */
export const anonymous: Session = { user: 'anonymous', superuser: true, permissions: [] }

/** Who asks where a route needs nobody: may do nothing. */
const nobody: Session = { user: '', superuser: false, permissions: [] }

/**
 * Settles on whose behalf each request is answered, and refuses those that may not reach their route: 401 where nobody who is
 * known asks, 403 where they lack a permission. It comes before a body is read. What routes need they say where they are
 * registered; one that does not cannot be.
 */
export function addAuthentication(app: FastifyInstance, parts: ServerParts): void {
  const audit = parts.audit && limitRefusals(parts.audit)
  const authenticate = authentication(parts.security, audit)
  app.decorate('routeNeeds', [])
  app.decorateRequest('asking', null)
  app.decorateRequest('caller', {
    getter(this: FastifyRequest) {
      return askingOf(this).caller
    },
  })
  app.decorateRequest('signedInBy', {
    getter(this: FastifyRequest) {
      return askingOf(this).signedInBy
    },
  })
  app.decorateRequest('services', {
    getter(this: FastifyRequest) {
      const asking = askingOf(this)
      asking.services ??= parts.services.for(asking.caller)
      return asking.services
    },
  })
  app.addHook('onRoute', (route) => {
    const { method, url, config: { needs } = {} } = route
    if (needs !== undefined) {
      if (typeof method === 'string' && method !== 'HEAD') app.routeNeeds.push({ method, url, needs })
      return
    }
    // How a preflight is answered depends on nobody.
    if (method !== 'OPTIONS') throw new Error(`${String(method)} ${url} does not say what it needs.`)
    route.config = { ...route.config, needs: 'nobody' }
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (request.asking !== null) auditRefusal(request, request.asking.caller, error, audit)
  })
  // After the headers for pages of other origins are set: they are to read why they are refused.
  app.after(() => {
    app.addHook('onRequest', async (request) => {
      if (!request.is404) await authenticate(request, request.routeOptions.config.needs ?? 'anybody')
    })
  })
}

function askingOf(request: FastifyRequest): Asking {
  if (request.asking === null)
    throw new Error('It is not known yet on whose behalf this request is answered.')
  return request.asking
}

/** Sets on whose behalf a request is answered. */
type Authenticate = (request: FastifyRequest, needs: Needs) => Promise<void>

function authentication(security: Security, audit: AuditLog | undefined): Authenticate {
  const ask = (request: FastifyRequest, session: Session, signedInBy: SignedInBy): void => {
    request.asking = { caller: callerOf(request, session), signedInBy }
  }
  if (security.kind === 'off') {
    return async (request) => {
      if (runAsName(request) !== undefined) {
        const message =
          'This server does not ask who anybody is, so nobody acts for others: leave the header "SD-Run-As" out.'
        throw new ServiceError('illegalArgument', message)
      }
      ask(request, anonymous, 'nobody')
    }
  }
  const sessions = createSessions(security.accounts)
  const tell = (
    request: FastifyRequest,
    event: Pick<AuditEvent, 'target' | 'details' | 'outcome' | 'user'>,
  ) => audit?.write({ action: 'login', ...event, address: request.ip, requestId: request.id })
  return async (request, needs) => {
    if (needs === 'nobody') return ask(request, nobody, 'nobody')
    const credentials = readAuthorization(request.raw.headersDistinct['authorization'])
    // Nobody claimed to be anybody: that is not kept.
    if (credentials.kind === 'none') {
      throw new ServiceError('unauthenticated', 'This needs a user name and password, or a token.')
    }
    if (credentials.kind === 'unreadable') {
      tell(request, { outcome: 'refused', details: { reason: credentials.reason } })
      throw new ServiceError('unauthenticated', credentials.message, { detail: credentials.reason })
    }
    const { session, fresh } = await signIn(request, credentials, security, sessions, tell)
    if (fresh) tell(request, { outcome: 'done', user: session.user, details: { by: credentials.kind } })
    ask(request, session, credentials.kind)
    const acting = actingFor(session, runAsName(request), security, sessions)
    if (acting !== session) ask(request, acting, credentials.kind)
    requireNeeds(acting, needs, request)
  }
}

/** @throws ServiceError `unauthenticated`, `tooManyAttempts`, `serverBusy` */
async function signIn(
  request: FastifyRequest,
  credentials: Credentials,
  { authenticator }: Extract<Security, { kind: 'on' }>,
  sessions: Sessions,
  tell: (request: FastifyRequest, event: Pick<AuditEvent, 'target' | 'details' | 'outcome'>) => void,
): Promise<{ readonly session: Session; readonly fresh: boolean }> {
  const result = await authenticator.signIn(credentials, request.ip)
  switch (result.kind) {
    case 'identity': {
      const session = sessions.of(result.identity.user)
      if (session !== undefined) return { session, fresh: result.fresh }
      // Removed, or disabled, since the credentials were found to be right.
      const { user } = result.identity
      tell(request, {
        outcome: 'refused',
        target: user,
        details: { reason: 'removed or disabled meanwhile' },
      })
      throw new ServiceError('unauthenticated', wrong)
    }
    case 'refused': {
      const { user, reason, message } = result
      tell(request, { outcome: 'refused', ...targetOf(user), details: { reason } })
      throw new ServiceError('unauthenticated', message, { detail: reason })
    }
    case 'throttled': {
      const { user, message, retryAfterSeconds, fresh } = result
      // The first one tells of the others.
      if (fresh)
        tell(request, { outcome: 'refused', ...targetOf(user), details: { reason: 'too many attempts' } })
      throw new ServiceError('tooManyAttempts', message, { retryAfterSeconds })
    }
  }
}

const wrong = 'The user name or the password is wrong.'

function targetOf(user: string | undefined): Pick<AuditEvent, 'target'> {
  return user === undefined ? {} : { target: user }
}

/**
 * Who a request is answered for: by `SD-Run-As` another one than who signed in.
 *
 * @throws ServiceError `forbidden`, whether there is such a user or not, where it is no superuser who signed in; else `accountUnknown`
 */
function actingFor(
  session: Session,
  name: string | undefined,
  { accounts }: Extract<Security, { kind: 'on' }>,
  sessions: Sessions,
): Session {
  if (name === undefined || name === session.user) return session
  if (!session.superuser) {
    throw new ServiceError(
      'forbidden',
      `User '${session.user}' may not act for user '${name}': only a superuser may act for others.`,
    )
  }
  const acting = sessions.of(name)
  if (acting !== undefined) return { ...acting, signedInAs: session.user }
  if (accounts.user(name) === undefined)
    throw new ServiceError('accountUnknown', `User '${name}' does not exist.`)
  throw new ServiceError('forbidden', `User '${name}' is disabled, so nobody may act for them.`)
}

function callerOf(request: FastifyRequest, session: Session): Caller {
  return { session, address: request.ip, requestId: request.id }
}

/** Keeps for later who was refused what; who signs in, or does not, is kept where they do. */
function auditRefusal(
  request: FastifyRequest,
  { session, address, requestId }: Caller,
  error: Error,
  audit: AuditLog | undefined,
): void {
  if (!(error instanceof ServiceError)) return
  if (!['forbidden', 'unauthenticated', 'tooManyAttempts'].includes(error.kind)) return
  const { user, signedInAs } = session
  audit?.write({
    action: 'refusal',
    target: `${request.method} ${request.url.split('?')[0]}`,
    details: { message: error.message },
    outcome: 'refused',
    ...(user === '' ? {} : { user }),
    ...(signedInAs === undefined ? {} : { signedInAs }),
    address,
    requestId,
  })
}
