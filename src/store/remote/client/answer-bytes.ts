import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { ServiceError } from '../../../errors.ts'
import type { HttpAnswer } from './connections.ts'
import { brokenAnswer, failed } from './endpoint-failure.ts'
import { headerOf, partialByTrailers } from './endpoint-limits.ts'

/** What a client unpacks, as `Accept-Encoding` says it. */
export const acceptedEncodings = 'gzip, deflate, br, zstd'

/** How the bytes of an answer are read. */
export interface AnswerOptions {
  /** Names database and endpoint in errors. */
  readonly label: string
  /** Most bytes, unpacked. */
  readonly most: number
  readonly signal?: AbortSignal | undefined
  /** Takes out of what the endpoint said what it was told of who asks. */
  readonly redact: (text: string) => string
}

/** The bytes of one answer. They come once. */
export interface AnswerBytes extends AsyncIterable<Buffer> {
  /** The last piece that came, as text, for what an endpoint writes behind an answer that it cannot end. */
  tail(): string
  /** Whether reading them failed, so that what an endpoint wrote is not to blame. */
  isBroken(): boolean
  /** Ends the answer, and its connection where it is not at its end. */
  end(): void
}

/**
 * The bytes of an answer, unpacked, as they come; a reader that stops early ends the connection.
 *
 * Reading throws ServiceError `remoteFailed` where it breaks off, stands still, is not packed as it says or is told not to
 * be whole; `limitExceeded`; the reason of the signal.
 *
 * @throws ServiceError `remoteFailed` where it is packed in an unknown way
 */
export function answerBytes(answer: HttpAnswer, { label, most, redact, signal }: AnswerOptions): AnswerBytes {
  const stream = unpacked(answer, label)
  let last: Buffer = Buffer.alloc(0)
  let isBroken = false

  async function* read(): AsyncGenerator<Buffer, undefined> {
    let count = 0
    try {
      for await (const piece of stream) {
        if (!Buffer.isBuffer(piece)) throw new TypeError('An answer is read as bytes.')
        last = piece
        count += piece.length
        if (count > most) throw tooLarge(label, most)
        yield piece
      }
    } catch (error) {
      isBroken = true
      if (signal?.aborted) throw signal.reason
      throw error instanceof ServiceError ? error : brokenAnswer(label, error)
    }
    const partial = partialByTrailers(answer.trailers)
    if (partial !== undefined)
      throw failed(label, partial, undefined, redact(JSON.stringify(answer.trailers)))
    return undefined
  }

  const bytes = read()
  return {
    tail: () => redact(last.toString('utf8')).slice(-tailLength),
    isBroken: () => isBroken,
    end: () => void stream.destroy(),
    [Symbol.asyncIterator]: () => ({
      next: () => bytes.next(),
      // A generator that was not begun would end nothing.
      async return() {
        stream.destroy()
        return bytes.return(undefined)
      },
    }),
  }
}

function unpacked(answer: HttpAnswer, label: string): Readable {
  const encoding = headerOf(answer.headers, 'content-encoding').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return answer.body
  const unpack = unpackers.get(encoding)
  if (unpack === undefined) {
    answer.body.destroy()
    const name = JSON.stringify(encoding.slice(0, 40))
    throw failed(label, `its answer is packed as ${name}, which cannot be read`)
  }
  const stream = unpack()
  pipeline(answer.body, stream, () => {})
  return stream
}

/** Characters of an answer that go to the log. */
const tailLength = 300

/** Bytes that are handed on at once. */
const chunkSize = 1 << 16

const unpackers: ReadonlyMap<string, () => Readable & NodeJS.WritableStream> = new Map([
  ['gzip', () => createGunzip({ chunkSize })],
  ['x-gzip', () => createGunzip({ chunkSize })],
  ['deflate', () => createInflate({ chunkSize })],
  ['br', () => createBrotliDecompress({ chunkSize })],
  ['zstd', () => createZstdDecompress({ chunkSize })],
])

function tooLarge(label: string, most: number): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `${label}: an answer can have ${most} bytes at most (remote.answer.bytes), and this one has more.`,
  )
}
