import { asBuffer } from './unpack-ratio.ts'

/** Reads bytes of a stream piece by piece or by number. */
export interface ByteReader {
  /** So many bytes; fewer only where the stream ends. */
  take(length: number): Promise<Buffer>
  /** The next bytes, at most so many and at least one; `undefined` where the stream ends. */
  piece(length: number): Promise<Buffer | undefined>
  /** Puts bytes back that were read last. */
  unread(bytes: Buffer): void
  /** Ends the stream. */
  close(): Promise<void>
}

/** A reader of a stream of which nothing was read. */
export function createByteReader(input: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = input[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function piece(length: number): Promise<Buffer | undefined> {
    while (held.length === 0) {
      const next = await pieces.next()
      if (next.done) return undefined
      held = asBuffer(next.value)
    }
    const taken = held.subarray(0, length)
    held = held.subarray(taken.length)
    return taken
  }

  return {
    piece,
    async take(length) {
      const parts: Buffer[] = []
      let missing = length
      while (missing > 0) {
        const next = await piece(missing)
        if (next === undefined) break
        parts.push(next)
        missing -= next.length
      }
      return Buffer.concat(parts)
    },
    unread(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([bytes, held])
    },
    async close() {
      await pieces.return?.()
    },
  }
}
