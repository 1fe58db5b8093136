import { fileBytes } from '../server/http/file-bytes.ts'
import { UsageError } from './command.ts'
import { fileProblem } from './file-problem.ts'

/**
 * The bytes of a file that the user named, which is opened each time that they are asked for.
 *
 * @param given as it was named
 * @param path absolute
 * @throws UsageError when it is read and cannot be
 */
export function readableFile(given: string, path: string): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      // By hand, because what a consumer throws into the loop is no failure of the file.
      const pieces = fileBytes(path)[Symbol.asyncIterator]()
      try {
        while (true) {
          const next = await pieces.next().catch((error: unknown) => {
            throw new UsageError(`Cannot read the file ${given}: ${fileProblem(error)}.`)
          })
          if (next.done === true) return
          yield next.value
        }
      } finally {
        await pieces.return?.()
      }
    },
  }
}
