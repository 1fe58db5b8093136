import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Explanation, RequestOptions } from '../engine/answer.ts'
import { clientSignal, replyWithAnswer } from './answer-reply.ts'
import type { ServerParts } from './app.ts'
import type { DatabaseService } from './database-service.ts'
import { parseDuration } from './duration.ts'
import { HttpFailure } from './error-reply.ts'
import { readGraphQLRequest } from './graphql-request.ts'
import { addMethods } from './method-table.ts'
import { readBodyWhole } from './request-body.ts'
import { databaseOf, queryOf } from './request-parameters.ts'
import { type GraphQLTask, readSpecialVariables } from './special-variables.ts'
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
        ...(timeout === undefined ? {} : { timeout: parseDuration(timeout) }),
      }
      const task = readSpecialVariables(readGraphQLRequest(request))
      const answer = await answerTask(parts.service, databaseOf(request), task, options)
      return replyWithAnswer(answer, reply)
    }
    addMethods(routes, '/:db/graphql', { GET: respond, POST: respond }, { graphql: true })
  })
}

async function answerTask(
  service: DatabaseService,
  database: string,
  task: GraphQLTask,
  options: RequestOptions,
): Promise<Answer> {
  if (task.kind === 'execute') return service.execute(database, task.request, options)
  const answer = await service.explain(database, task.request, { ...options, profile: task.profile })
  return answer.kind === 'errors' ? answer : { kind: 'data', chunks: dataOf(answer.explanation) }
}

async function* dataOf(data: Explanation): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify({ data }))
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
