import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, RequestError } from '../engine/answer.ts'
import { ServiceError } from '../errors.ts'
import { type AnswerMedia, contentTypeOf } from './answer-media.ts'
import { status } from './status.ts'

/**
 * Answers with what a query came to, as its parts come and no faster than the client reads. The first part is awaited
 * before the status is sent, so that a failure until then has a status of its own; a failure after it ends the
 * connection, so that a cut answer is never taken for a whole one.
 */
export async function replyWithAnswer(
  answer: Answer,
  media: AnswerMedia,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(status.ok).type(contentTypeOf(media))
  if (answer.kind === 'errors') return replyWithErrors(answer.errors, media, reply)
  const chunks = answer.chunks[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return reply.send('')
  return reply.send(Readable.from(following(first.value, chunks, request), { objectMode: false }))
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

async function* following(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  request: FastifyRequest,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } catch (error) {
    const detail = error instanceof ServiceError ? error.detail : undefined
    request.log.error({ err: error, detail }, 'An answer failed in its middle; its connection is cut.')
    throw error
  } finally {
    await rest.return?.()
  }
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
