import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientSignal, replyWithAnswer } from './answer-reply.ts'
import { HttpFailure } from './error-reply.ts'
import { readGraphQLRequest } from './graphql-request.ts'
import { addMethods } from './method-table.ts'
import { readTimeout } from './read-timeout.ts'
import { readBodyWhole } from './request-body.ts'
import { databaseOf, queryOf } from './request-parameters.ts'
import type { ServerParts } from './server-parts.ts'
import { status } from './status.ts'

/** `GET` and `POST /{db}/graphql`. */
export function addGraphQLRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.header('Vary', 'Accept')
      refuseEncodedBody(request)
      const timeout = queryOf(request).get('timeout')
      const options = {
        signal: clientSignal(request, reply, parts.stopping),
        ...(timeout === undefined ? {} : { timeout: readTimeout(timeout) }),
      }
      const query = readGraphQLRequest(request)
      const answer = await parts.service.execute(databaseOf(request), query, options)
      return replyWithAnswer(answer, request, reply)
    }
    addMethods(routes, '/:db/graphql', { GET: respond, POST: respond }, { graphql: true })
  })
}

function refuseEncodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new HttpFailure(
      status.unsupportedMediaType,
      'illegalArgument',
      `A query cannot be sent with Content-Encoding ${encoding}.`,
    )
  }
}
