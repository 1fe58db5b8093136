import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * One line in the log for each request, when it is over. The query of the URL stays out, because it may hold what the
 * data must not be known by.
 */
export function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        ...userOf(request),
      },
      'answered',
    )
  })
  app.addHook('onRequestAbort', async (request) => {
    request.log.info(
      { method: request.method, path: request.url.split('?')[0], ...userOf(request) },
      'client went away',
    )
  })
}

/** Who asked, where somebody signed in. */
function userOf({ asking }: FastifyRequest): { readonly user?: string; readonly signedInAs?: string } {
  if (asking === null || asking.signedInBy === 'nobody') return {}
  const { user, signedIn } = asking.caller.session
  return signedIn === undefined ? { user } : { user, signedInAs: signedIn.user }
}
