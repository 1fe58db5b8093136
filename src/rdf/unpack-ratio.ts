import { ServiceError } from '../errors.ts'

/** Bytes that packed data may swell to, whatever its own size. */
export const freeBytes = 256 * 1024 * 1024

/** Bytes that each packed byte may swell to beyond {@link freeBytes}; RDF is packed to a tenth or a thirtieth. */
export const largestRatio = 250

/** Counts the bytes of packed data on both sides, and ends what swells as only decompression bombs do. */
export interface UnpackRatio {
  /** Adds bytes that were read. */
  packed(bytes: number): void
  /**
   * Adds bytes that were made of them.
   *
   * @throws ServiceError `limitExceeded` where they are too many for those that were read
   */
  unpacked(bytes: number): void
}

/** Counts from zero; `name` is what errors call the data. */
export function createUnpackRatio(name: string): UnpackRatio {
  let read = 0
  let made = 0
  return {
    packed(bytes) {
      read += bytes
    },
    unpacked(bytes) {
      made += bytes
      if (made <= freeBytes || made <= read * largestRatio) return
      throw new ServiceError(
        'limitExceeded',
        `${name}: the data unpacks to more than ${largestRatio} times its size, here ${read} bytes to ` +
          `${made} and more, which is not accepted. Unpack it before it is sent.`,
      )
    },
  }
}

/** The pieces as they are, counted as packed. */
export async function* countPacked(
  input: AsyncIterable<Uint8Array>,
  ratio: UnpackRatio,
): AsyncGenerator<Buffer> {
  for await (const piece of input) {
    ratio.packed(piece.length)
    yield asBuffer(piece)
  }
}

/** The bytes as a Buffer on the same memory. */
export function asBuffer(piece: unknown): Buffer {
  if (Buffer.isBuffer(piece)) return piece
  if (piece instanceof Uint8Array) return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  throw new TypeError('RDF is read from bytes.')
}
