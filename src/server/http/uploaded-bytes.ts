import type { IncomingMessage } from 'node:http'
import { HttpFailure } from './error-reply.ts'
import { status } from './status.ts'

/**
 * The bytes of a request's body as they come. A sender that sends nothing for `milliseconds` while it is waited for is
 * answered 408. Where the consumer stops early the rest is read and thrown away, so that the sender gets to read why.
 */
export async function* uploadedBytes(
  payload: IncomingMessage,
  milliseconds: number,
): AsyncGenerator<Uint8Array> {
  const pieces = payload.iterator({ destroyOnReturn: false })
  try {
    for (
      let next = await within(pieces, milliseconds);
      next.done !== true;
      next = await within(pieces, milliseconds)
    ) {
      const piece: unknown = next.value
      if (!(piece instanceof Uint8Array)) throw new Error('A request body came as something else than bytes.')
      yield piece
    }
  } finally {
    if (!payload.readableEnded) payload.resume()
  }
}

async function within(
  pieces: AsyncIterator<unknown>,
  milliseconds: number,
): Promise<IteratorResult<unknown>> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(stoppedComing(milliseconds)), milliseconds)
  try {
    return await Promise.race([pieces.next(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What `reading` a body comes to. Where nothing of the body came for `milliseconds`, its sender is answered 408, and what
 * the reading comes to is of no interest any more.
 */
export async function whileComing<Result>(
  request: IncomingMessage,
  milliseconds: number,
  reading: Promise<Result>,
): Promise<Result> {
  const { socket } = request
  const late = Promise.withResolvers<never>()
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead === before && !request.complete) late.reject(stoppedComing(milliseconds))
    before = socket.bytesRead
  }, milliseconds)
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearInterval(timer)
  }
}

function stoppedComing(milliseconds: number): HttpFailure {
  const message = `The body stopped coming: nothing came for ${milliseconds} ms.`
  return new HttpFailure(status.requestTimeout, 'illegalArgument', message, { Connection: 'close' })
}
