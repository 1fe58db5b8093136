import { asBuffer } from './unpack-ratio.ts'

/**
 * The first bytes of a stream, `length` of them unless it ends before, and a stream that begins with them. Whoever asks
 * must read the stream, or end it.
 */
export async function peek(
  input: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly start: Buffer; readonly whole: AsyncGenerator<Buffer> }> {
  const pieces = input[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  let next = await pieces.next()
  while (!next.done && start.length < length) {
    start = Buffer.concat([start, asBuffer(next.value)])
    next = await pieces.next()
  }
  return { start, whole: replay(start, next, pieces) }
}

async function* replay(
  start: Buffer,
  next: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Buffer> {
  let finished = false
  try {
    if (start.length > 0) yield start
    for (let current = next; !current.done; current = await pieces.next()) yield asBuffer(current.value)
    finished = true
  } finally {
    if (!finished) await pieces.return?.()
  }
}
