import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Needs } from '../sign-in/needs.ts'
import { HttpFailure, type RouteKind } from './error-reply.ts'
import { status } from './status.ts'

/** What answers a request; what it returns is the body, unless it has sent the reply itself. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

/**
 * Registers the methods of one path; every other method is answered 405 with `Allow` (RFC 9110, 15.5.6).
 *
 * @param needs what a request needs, for each of the methods
 */
export function addMethods<Own extends Method>(
  app: FastifyInstance,
  url: string,
  handlers: Readonly<Record<Own, Handler>>,
  needs: Readonly<Record<NoInfer<Own>, Needs>>,
  config: RouteKind = {},
): void {
  const needed = new Map(Object.entries<Needs>(needs))
  const known = Object.entries<Handler>(handlers)
  for (const [method, handler] of known) {
    const own = needed.get(method)
    if (own === undefined) throw new Error(`${method} ${url} does not say what it needs.`)
    app.route({ method, url, config: { ...config, needs: own }, handler })
  }
  const names = known.map(([method]) => method)
  const allow = names.includes('GET') ? ['GET', 'HEAD', ...names.filter((name) => name !== 'GET')] : names
  app.route({
    method: otherMethods.filter((method) => !names.includes(method)),
    url,
    config: { ...config, needs: 'nobody' },
    handler: async (request) => {
      throw new HttpFailure(
        status.methodNotAllowed,
        'illegalArgument',
        `${request.method} is not possible here; ${allow.join(', ')} ${allow.length === 1 ? 'is' : 'are'}.`,
        { Allow: allow.join(', ') },
      )
    },
  })
}
