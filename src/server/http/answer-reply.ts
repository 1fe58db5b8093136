import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, RequestError } from '../../engine/graphql/answer.ts'
import { type AnswerMedia, contentTypeOf } from './answer-media.ts'
import { sendChunks } from './chunk-reply.ts'
import { status } from './status.ts'

/** Answers with what a query came to, as its parts come; see {@link sendChunks}. */
export async function replyWithAnswer(
  answer: Answer,
  media: AnswerMedia,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(status.ok).type(contentTypeOf(media))
  if (answer.kind === 'errors') return replyWithErrors(answer.errors, media, reply)
  return sendChunks(answer.chunks, request, reply)
}

/**
 * Answers with the errors of a request. As `application/json` they have the status 200, on which existing clients rely; as
 * `application/graphql-response+json` 400, because nothing was executed (GraphQL over HTTP, "Status Codes"). Introspection
 * that is off is a field that has no value: 200, with `data` null.
 */
function replyWithErrors(
  errors: readonly RequestError[],
  media: AnswerMedia,
  reply: FastifyReply,
): FastifyReply {
  if (media === 'application/json') return reply.send(JSON.stringify({ errors }))
  const isIntrospection = errors.every((error) => error.extensions.code === 'INTROSPECTION_DISABLED')
  if (isIntrospection) return reply.send(JSON.stringify({ errors, data: null }))
  return reply.code(status.badRequest).send(JSON.stringify({ errors }))
}

/** A signal that aborts when the client goes away before its answer is whole, or when `other` aborts. */
export function clientSignal(request: FastifyRequest, reply: FastifyReply, other: AbortSignal): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away.'))
  })
  if (request.raw.destroyed && !request.raw.complete) gone.abort(new Error('The client went away.'))
  return AbortSignal.any([gone.signal, other])
}
