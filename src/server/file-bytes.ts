import { createReadStream } from 'node:fs'

/**
 * The bytes of a file, which is opened each time that they are asked for.
 *
 * @param onBytes is told how many bytes have been read
 */
export function fileBytes(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      let bytes = 0
      for await (const piece of createReadStream(path)) {
        const next = Buffer.from(piece)
        bytes += next.length
        onBytes(bytes)
        yield next
      }
    },
  }
}
