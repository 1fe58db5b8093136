import { createInflateRaw } from 'node:zlib'
import type { ByteReader } from './byte-reader.ts'
import { unpackError } from './unpack.ts'
import { asBuffer } from './unpack-ratio.ts'

/** Bytes that are read and handed on at once. */
const pieceLength = 1 << 16

/**
 * Unpacks the data of one file of an archive, which itself says where it ends: the reader stands behind it then, and
 * `count` says how many bytes it had.
 */
export async function* inflateEntry(
  reader: ByteReader,
  count: { packed: number },
  name: string,
): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: pieceLength })
  let failure: unknown
  let given = 0

  async function feed(): Promise<void> {
    for (;;) {
      const piece = await reader.piece(pieceLength)
      if (piece === undefined) {
        inflate.end()
        return
      }
      given += piece.length
      await new Promise<void>((written, failed) => {
        inflate.write(piece, (error) => (error ? failed(error) : written()))
      })
      // What it does not take stands behind the end of the data.
      const left = given - inflate.bytesWritten
      if (left === 0) continue
      reader.unread(piece.subarray(piece.length - left))
      return
    }
  }

  const feeding = feed().catch((error: unknown) => {
    failure ??= error
    inflate.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const chunk of inflate) yield asBuffer(chunk)
    await feeding
    count.packed = inflate.bytesWritten
  } catch (error) {
    throw unpackError(failure ?? error, 'zip', name)
  } finally {
    inflate.destroy()
  }
}
