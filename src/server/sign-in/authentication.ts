import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSessions } from '../../accounts/create-sessions.ts'
import type { Session } from '../../accounts/session.ts'
import type { BearerToken } from '../../authentication/authenticator.ts'
import { ServiceError } from '../../errors.ts'
import type { AuditLog } from '../audit/audit.ts'
import { auditRefusal } from '../audit/audit-refusal.ts'
import type { ServerParts } from '../server-parts.ts'
import { actingSession, refuseActing } from './acting-session.ts'
import { anonymous } from './anonymous.ts'
import { decorateRequests, type SignedInBy } from './asking.ts'
import type { Needs } from './needs.ts'
import { requireNeeds } from './require-needs.ts'
import type { Security } from './security.ts'
import { goneMeanwhile, type SignedIn, signIn } from './sign-in.ts'

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
    /**
     * Settles anew on whose behalf a request is answered, by the accounts as they are now: to be called when a body has come whole that its
     * route reads by itself, which may take hours.
     *
     * @throws ServiceError `unauthenticated` for who was removed or disabled meanwhile, `forbidden` for who may not reach the route any more
     */
    askAgain(): void
  }
  interface FastifyContextConfig {
    readonly needs?: Needs
  }
}

/**
 * Settles on whose behalf each request is answered, and refuses those that may not reach their route: 401 where nobody who is
 * known asks, 403 where they lack a permission. It comes before a body is read. What routes need they say where they are
 * registered; one that does not cannot be.
 */
export function addAuthentication(app: FastifyInstance, parts: ServerParts): void {
  const { audit } = parts
  const authenticate = createAuthenticate(parts.security, audit)
  decorateRequests(app, parts.services)
  app.decorateRequest('askAgain', function (this: FastifyRequest) {
    authenticate.again(this, needsOf(this))
  })
  app.decorate('routeNeeds', [])
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
  // Who signs in, or does not, is written down where they do.
  app.addHook('onError', async (request, _reply, error) => {
    if (request.asking !== null) auditRefusal(request, request.asking.caller, error, audit)
  })
  // After the headers for pages of other origins are set: they are to read why they are refused.
  app.after(() => {
    app.addHook('onRequest', async (request) => {
      if (!request.is404) await authenticate.begin(request, needsOf(request))
    })
    app.addHook('preHandler', async (request) => {
      if (!request.is404) request.askAgain()
    })
  })
}

/** Who asks where a route needs nobody: may do nothing. */
const nobody: Session = { user: '', superuser: false, permissions: [] }

function needsOf(request: FastifyRequest): Needs {
  return request.routeOptions.config.needs ?? 'anybody'
}

/** Who signed in, or had when the request began. */
type Asker = Omit<SignedIn, 'by'> & { readonly by: SignedInBy }

/** Lets requests through to their routes, or refuses them. */
interface Authenticate {
  /** Before the body is read. */
  begin(request: FastifyRequest, needs: Needs): Promise<void>
  /** By the accounts as they are when the body has come, which may take a while. */
  again(request: FastifyRequest, needs: Needs): void
}

function createAuthenticate(security: Security, audit: AuditLog | undefined): Authenticate {
  if (security.kind === 'off') {
    return {
      async begin(request) {
        refuseActing(request)
        ask(request, anonymous, 'nobody')
      },
      again() {},
    }
  }
  const { accounts, authenticator } = security
  const sessions = createSessions(accounts)

  function letThrough(request: FastifyRequest, { session, by, token }: Asker, needs: Needs): void {
    // Who may not act for others is refused as who they are.
    ask(request, session, by, token)
    const acting = actingSession(request, session, { accounts, sessions })
    // Nobody asks a data source for another by the own token.
    ask(request, acting, by, acting === session ? token : undefined)
    requireNeeds(acting, needs, request)
  }

  return {
    async begin(request, needs) {
      if (needs === 'nobody') return ask(request, nobody, 'nobody')
      letThrough(request, await signIn(request, { authenticator, sessions, audit }), needs)
    },
    again(request, needs) {
      if (needs === 'nobody') return
      const { caller, signedInBy: by } = request
      const { session: before, token } = caller
      const { user, mapping } = before.signedIn ?? before
      const session = sessions.of(user, mapping)
      if (session === undefined) throw new ServiceError('unauthenticated', goneMeanwhile(by))
      // The same object until accounts change.
      if (session !== before) letThrough(request, { session, by, ...(token && { token }) }, needs)
    },
  }
}

function ask(request: FastifyRequest, session: Session, signedInBy: SignedInBy, token?: BearerToken): void {
  const caller = { session, address: request.ip, requestId: request.id, ...(token && { token }) }
  request.asking = { caller, signedInBy }
}
