import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpFailure } from './error-reply.ts'
import { status } from './status.ts'

/** How far past the limit a body is read and thrown away, so that its sender gets to read the refusal. */
const discardedLimits = 16

/**
 * Bodies of the routes of `app` are read whole as bytes, whatever their `Content-Type` says, up to `limit` bytes and
 * within `milliseconds`; larger ones are answered 413 with the limit and the size, slower ones 408.
 */
export function readBodyWhole(app: FastifyInstance, limit: number, milliseconds: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
    readWhole(payload, limit, milliseconds),
  )
}

/** The bytes of a request's body. */
function readWhole(payload: IncomingMessage, limit: number, milliseconds: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    const timer = setTimeout(() => {
      const message = `The request took longer than ${milliseconds} ms to arrive.`
      fail(new HttpFailure(status.requestTimeout, 'illegalArgument', message, { Connection: 'close' }))
    }, milliseconds)
    const take = (piece: Buffer): void => {
      size += piece.length
      if (size <= limit) pieces.push(piece)
      else if (size > limit * discardedLimits)
        fail(tooLarge(limit, `more than ${limit * discardedLimits}`, true))
    }
    const fail = (error: Error): void => {
      clearTimeout(timer)
      payload.off('data', take)
      payload.resume()
      reject(error)
    }
    payload.on('data', take)
    payload.once('end', () => {
      clearTimeout(timer)
      if (size > limit) reject(tooLarge(limit, String(size), false))
      else resolve(Buffer.concat(pieces))
    })
    payload.once('error', fail)
    const declared = Number(payload.headers['content-length'])
    if (declared > limit * discardedLimits) fail(tooLarge(limit, String(declared), true))
  })
}

function tooLarge(limit: number, size: string, close: boolean): HttpFailure {
  return new HttpFailure(
    status.contentTooLarge,
    'limitExceeded',
    `The body of a request can have ${limit} bytes; this one has ${size}.`,
    close ? { Connection: 'close' } : {},
  )
}
