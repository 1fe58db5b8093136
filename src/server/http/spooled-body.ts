import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ServerParts } from '../server-parts.ts'
import { fileBytes } from './file-bytes.ts'
import { uploadedBytes } from './uploaded-bytes.ts'

/** A body that has come whole: nothing waits for its sender any more. */
export interface SpooledBody extends AsyncDisposable {
  /** Can be read again and again until the body is disposed of. */
  readonly bytes: AsyncIterable<Uint8Array>
  readonly totalBytes: number
  /** Absolute path of the file that holds it; absent for a short one, which is in memory. */
  readonly path?: string
}

/** Bytes up to which a body is kept in memory. */
const mostInMemory = 1 << 20

/**
 * Reads the body of a request to its end. What a sender leaves behind that goes away, or stops sending (408), is removed.
 */
export async function spoolBody(payload: IncomingMessage, parts: ServerParts): Promise<SpooledBody> {
  return spool(uploadedBytes(payload, parts.limits.requestMilliseconds), parts.spoolFolder)
}

/** Reads bytes to their end; where that fails nothing is left behind. */
export async function spool(input: AsyncIterable<Uint8Array>, folder: string): Promise<SpooledBody> {
  const path = join(folder, `body-${randomUUID()}`)
  const pieces: Uint8Array[] = []
  let totalBytes = 0
  let file: FileHandle | undefined
  const remove = (): Promise<void> => rm(path, { force: true })
  try {
    for await (const piece of input) {
      totalBytes += piece.length
      if (file === undefined && totalBytes > mostInMemory) {
        file = await open(path, 'wx', 0o600)
        await file.writeFile(Buffer.concat(pieces.splice(0)))
      }
      if (file === undefined) pieces.push(piece)
      else await file.writeFile(piece)
    }
  } catch (error) {
    await file?.close()
    await remove()
    throw error
  }
  if (file === undefined) return { bytes: inMemory(pieces), totalBytes, async [Symbol.asyncDispose]() {} }
  await file.close()
  return { bytes: fileBytes(path), totalBytes, path, [Symbol.asyncDispose]: remove }
}

function inMemory(pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      yield* pieces
    },
  }
}
