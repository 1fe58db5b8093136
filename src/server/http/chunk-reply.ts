import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

/**
 * Sends chunks as they come and no faster than the client reads. The first one is awaited before the status is sent, so
 * that a failure until then has a status of its own; a failure after it ends the connection, so that a cut answer is never
 * taken for a whole one.
 */
export async function sendChunks(
  chunks: AsyncIterable<Uint8Array>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const rest = chunks[Symbol.asyncIterator]()
  const first = await rest.next()
  if (first.done === true) return reply.send('')
  return reply.send(Readable.from(following(first.value, rest, request), { objectMode: false }))
}

async function* following(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  request: FastifyRequest,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    // The head of an answer is known now; the rest of it need not be computed.
    if (request.method === 'HEAD') return
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } catch (error) {
    const detail = error instanceof ServiceError ? error.detail : undefined
    request.log.error({ err: error, detail }, 'An answer failed in its middle; its connection is cut.')
    throw error
  } finally {
    await rest.return?.()
  }
}
