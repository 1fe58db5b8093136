import { createReadStream } from 'node:fs'

/** The bytes of a file, which is opened each time that they are asked for. */
export function fileBytes(path: string): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      for await (const piece of createReadStream(path)) yield Buffer.from(piece)
    },
  }
}
