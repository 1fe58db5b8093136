import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Credentials } from '../../authentication/authenticator.ts'
import type { HomeServices, Services } from '../services.ts'
import type { Caller } from './caller.ts'

/** By what somebody showed who they are; `nobody` where nothing was asked for. */
export type SignedInBy = Credentials['kind'] | 'nobody'

/** On whose behalf a request is answered. */
interface Asking {
  readonly caller: Caller
  readonly signedInBy: SignedInBy
  /** Made when they are first needed. */
  services?: Services
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` until it is known, and where there is no route. */
    asking: Asking | null
    readonly caller: Caller
    readonly signedInBy: SignedInBy
    /** Everything that can be asked of the home, on behalf of the caller. */
    readonly services: Services
  }
}

/** Has requests tell on whose behalf they are answered, and have the services of a home as that one has them. */
export function decorateRequests(app: FastifyInstance, services: HomeServices): void {
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
      asking.services ??= services.for(asking.caller)
      return asking.services
    },
  })
}

function askingOf({ asking }: FastifyRequest): Asking {
  if (asking === null) throw new Error('It is not known yet on whose behalf this request is answered.')
  return asking
}
