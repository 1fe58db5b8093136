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
  const timer = setTimeout(() => {
    const message = `The body stopped coming: nothing came for ${milliseconds} ms.`
    late.reject(new HttpFailure(status.requestTimeout, 'illegalArgument', message, { Connection: 'close' }))
  }, milliseconds)
  try {
    return await Promise.race([pieces.next(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
