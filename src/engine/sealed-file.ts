import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { ServiceError } from '../errors.ts'

/** What stands at the end of a sealed file: these 16 bytes, the SHA-256 of what is before them, and its length. */
const mark = Buffer.from('ESPALIER-BACKUP1', 'latin1')
const sealBytes = mark.length + 32 + 8

/**
 * Puts a seal at the end of a file, by which every change of it and every missing byte is noticed, and has it on disk.
 * Returns the bytes of the file with it.
 */
export async function sealFile(path: string): Promise<number> {
  const digest = createHash('sha256')
  let length = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    digest.update(piece)
    length += piece.length
  }
  const file = await open(path, 'a')
  try {
    await file.write(sealOf(digest, length))
    await file.sync()
  } finally {
    await file.close()
  }
  return length + sealBytes
}

/**
 * Writes the bytes of a sealed file to the new file at `path`, without the seal. Where they are not what was sealed, or
 * stop, nothing is left.
 *
 * @throws ServiceError `illegalArgument` for a missing or another seal, `storage` where the file cannot be written; and
 * what `bytes` throws
 */
export async function receiveSealed(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await writeUnsealed(bytes, file, signal)
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw isSystemError(error)
      ? new ServiceError('storage', 'The backup cannot be written to the disk.', {
          detail: String(error),
          cause: error,
        })
      : error
  }
}

async function writeUnsealed(
  bytes: AsyncIterable<Uint8Array>,
  file: FileHandle,
  signal: AbortSignal | undefined,
): Promise<void> {
  const digest = createHash('sha256')
  let length = 0
  // What may be the seal: the last bytes until now.
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (signal?.aborted) throw new ServiceError('queryCancelled', 'The request was cancelled.')
    const all = Buffer.concat([last, piece])
    const content = all.subarray(0, Math.max(0, all.length - sealBytes))
    last = all.subarray(content.length)
    digest.update(content)
    length += content.length
    await writeAll(file, content)
  }
  if (!last.subarray(0, mark.length).equals(mark)) {
    throw new ServiceError('illegalArgument', 'This is no backup of Espalier, or its end is missing.')
  }
  if (!last.equals(sealOf(digest, length))) {
    throw new ServiceError('illegalArgument', 'The backup is damaged: its content is not what was backed up.')
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; ) {
    start += (await file.write(bytes, start)).bytesWritten
  }
}

function sealOf(digest: Hash, length: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(length))
  return Buffer.concat([mark, digest.copy().digest(), size])
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}
