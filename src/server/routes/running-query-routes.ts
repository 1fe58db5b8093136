import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { addMethods, type Handler } from '../http/method-table.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { pathPart } from '../http/request-parameters.ts'
import type { ServerParts } from '../server-parts.ts'

/** `/admin/queries`: the queries and changes that are being carried out, and how to end one. */
export function addRunningQueryRoutes(app: FastifyInstance, parts: ServerParts): void {
  const kill: Handler = async (request) => {
    const id = idOf(request)
    await request.services.administration.kill(id)
    return { message: `The query ${id} was killed.` }
  }
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    addMethods(
      routes,
      '/admin/queries',
      {
        GET: async (request) => ({ queries: await request.services.administration.queries() }),
      },
      { GET: 'anybody' },
    )
    addMethods(
      routes,
      '/admin/queries/:id',
      {
        GET: async (request) => {
          const id = idOf(request)
          const query = (await request.services.administration.queries()).find((running) => running.id === id)
          if (query === undefined) throw new ServiceError('queryUnknown', `Query not found: ${id}`)
          return query
        },
        DELETE: kill,
      },
      { GET: 'anybody', DELETE: 'anybody' },
    )
    addMethods(
      routes,
      '/admin/queries/:id/kill',
      { POST: kill, DELETE: kill },
      { POST: 'anybody', DELETE: 'anybody' },
    )
  })
}

function idOf(request: FastifyRequest): string {
  return pathPart(request, 'id')
}
