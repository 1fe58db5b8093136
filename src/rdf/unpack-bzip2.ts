import bitsOf from 'unbzip2-stream/lib/bit_iterator.js'
import bzip2 from 'unbzip2-stream/lib/bzip2.js'
import { ServiceError } from '../errors.ts'
import { invalidRdf } from './invalid-rdf.ts'
import { countPacked, createUnpackRatio } from './unpack-ratio.ts'

/** Bytes that a block of bzip2 and what follows it can have at most, so that it can be unpacked without waiting. */
const largestBlock = 1_000_000

/** Bytes that are handed on at once. */
const pieceLength = 1 << 16

/**
 * Unpacks bzip2, one block after the other. The library's own stream would hold an array with an element for each byte
 * of a block, which can be 46 million; here they go into buffers as they come.
 *
 * @throws ServiceError `invalidRdf` where it is damaged or cut short, `limitExceeded` where it swells like a bomb
 */
export async function* unpackBzip2(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  const ratio = createUnpackRatio(name)
  const pieces = countPacked(input, ratio)
  const queue: Buffer[] = []
  let given = 0
  let ended = false
  // The library takes a first buffer before there is any.
  let next: Buffer | undefined = Buffer.alloc(0)
  const bits = bitsOf(() => {
    const current = next ?? queue.shift()
    next = undefined
    if (current === undefined) throw new CutShort()
    return current
  })

  async function fill(): Promise<void> {
    while (!ended && given - bits.bytesRead < largestBlock) {
      const piece = await pieces.next()
      if (piece.done) ended = true
      else if (piece.value.length > 0) {
        queue.push(piece.value)
        given += piece.value.length
      }
    }
  }

  try {
    await fill()
    // Files of bzip2 can stand one behind the other.
    while (given > bits.bytesRead) {
      const size = 100_000 * readable(() => bzip2.header(bits), name)
      const buffer = new Int32Array(size)
      for (let checksum: number | null = 0; checksum !== null; ) {
        await fill()
        const block = createBlock(ratio.unpacked)
        const before: number = checksum
        checksum = readable(() => bzip2.decompress(bits, block.add, buffer, size, before), name)
        yield* block.pieces()
      }
      await fill()
    }
  } finally {
    await pieces.return(undefined)
  }
}

class CutShort extends Error {}

/** The bytes of one block, put into buffers. */
function createBlock(count: (bytes: number) => void): {
  add(byte: number): void
  pieces(): Generator<Buffer>
} {
  const full: Buffer[] = []
  let piece = Buffer.allocUnsafe(pieceLength)
  let length = 0
  return {
    add(byte) {
      piece[length++] = byte
      if (length < pieceLength) return
      count(length)
      full.push(piece)
      piece = Buffer.allocUnsafe(pieceLength)
      length = 0
    },
    *pieces() {
      count(length)
      yield* full
      if (length > 0) yield piece.subarray(0, length)
    },
  }
}

/** What a step of the library makes, its errors told as ours: all that it throws comes of the data. */
function readable<T>(step: () => T, name: string): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const problem = error instanceof CutShort ? 'cut short' : 'damaged'
    throw invalidRdf(`The bzip2 data is ${problem}.`, name)
  }
}
