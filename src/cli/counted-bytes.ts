import type { LoadOptions } from '../engine/rdf-source.ts'

/** Bytes that tell how many of them have been read, `start` before them. */
export async function* countedBytes(
  bytes: AsyncIterable<Uint8Array>,
  start: number,
  onProgress: LoadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  let count = start
  for await (const piece of bytes) {
    count += piece.length
    onProgress?.({ quads: 0, bytes: count })
    yield piece
  }
}
