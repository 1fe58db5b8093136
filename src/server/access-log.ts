import type { FastifyInstance } from 'fastify'

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
      },
      'answered',
    )
  })
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, path: request.url.split('?')[0] }, 'client went away')
  })
}
