import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecuteOptions } from '../database-service.ts'
import { formOfMedia, shapeParameter } from '../http/answer-form.ts'
import { type AnswerMedia, acceptedMedia } from '../http/answer-media.ts'
import { clientSignal, replyWithAnswer } from '../http/answer-reply.ts'
import { HttpFailure } from '../http/error-reply.ts'
import { readGraphQLRequest } from '../http/graphql-request.ts'
import { addMethods } from '../http/method-table.ts'
import { readTimeout } from '../http/read-timeout.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { databaseOf, pathParameter, queryOf } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import { varyByAccept } from '../http/vary-by-accept.ts'
import type { ServerParts } from '../server-parts.ts'
import { readDatabase } from '../sign-in/needs.ts'

/** `GET` and `POST /{db}/graphql`, and the same of `/{db}/graphql/{schema}`. */
export function addGraphQLRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      varyByAccept(reply)
      const media = mediaOf(request)
      refuseEncodedBody(request)
      const read = readGraphQLRequest(request)
      const answer =
        read.kind === 'errors'
          ? read
          : await request.services.databases.execute(databaseOf(request), read.request, {
              signal: clientSignal(request, reply, parts.stopping),
              defaultForm: formOfMedia(media),
              ...optionsOf(queryOf(request)),
              ...schemaOf(request),
            })
      return replyWithAnswer(answer, media, request, reply)
    }
    for (const path of ['/:db/graphql', '/:db/graphql/:schema']) {
      const needs = { GET: readDatabase, POST: readDatabase }
      addMethods(routes, path, { GET: respond, POST: respond }, needs, { graphql: true })
    }
  })
}

/** What the parameters of the URL say on how a query is answered. */
function optionsOf(parameters: ReadonlyMap<string, string>): Pick<ExecuteOptions, 'timeout' | 'form'> {
  const timeout = parameters.get('timeout')
  const form = shapeParameter(parameters)
  return {
    ...(timeout === undefined ? {} : { timeout: readTimeout(timeout) }),
    ...(form === undefined ? {} : { form }),
  }
}

/** The schema that the path names; it comes before one that the request itself names. */
function schemaOf(request: FastifyRequest): Pick<ExecuteOptions, 'schema'> {
  const schema = pathParameter(request, 'schema')
  return schema === undefined ? {} : { schema }
}

function mediaOf(request: FastifyRequest): AnswerMedia {
  const media = acceptedMedia(request)
  if (media !== undefined) return media
  throw new HttpFailure(
    status.notAcceptable,
    'illegalArgument',
    `An answer is application/json or application/graphql-response+json; ${JSON.stringify(request.headers.accept ?? '')} takes neither.`,
  )
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
