import { checkBytes } from './answer-limits.ts'

/** Bytes of a chunk of an answer, about. */
const chunkBytes = 65_536

/**
 * Text as chunks of bytes of about the same size, also where it comes in long pieces; the last one may be short, or the
 * only one and empty.
 *
 * @throws ServiceError `limitExceeded` before a chunk that makes the answer longer than `mostBytes`
 */
export async function* answerChunks(
  pieces: AsyncIterable<string>,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = []
  let length = 0
  let all = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    all += bytes.length
    checkBytes(all, mostBytes)
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const part = bytes.subarray(start, start + chunkBytes)
      parts.push(part)
      length += part.length
      if (length < chunkBytes) continue
      yield Buffer.concat(parts)
      parts = []
      length = 0
    }
  }
  yield Buffer.concat(parts)
}
