import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../errors.ts'
import type { Job } from './pool.ts'
import { chunkWindow } from './protocol.ts'
import type { Call } from './running-call.ts'
import type { Operation, OperationContext } from './serve-operations.ts'

/** What a spooled operation returns: whether the file holds its answer, and its own value. */
interface Spooled {
  readonly spooled: boolean
  readonly value: unknown
}

/** Bytes of one answer that the disk holds at most. */
const mostBytes = 4 * 2 ** 30

/** Bytes read from a file at once. */
const pieceBytes = 65_536

/** The same operations; an order that {@link runSpooled} gave is spooled. */
export function spoolable(
  operations: Readonly<Record<string, Operation>>,
): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]): [string, Operation] => [
      name,
      (argument, context) =>
        isSpooledOrder(argument)
          ? spooled(operation, argument.spoolFile)(argument, context)
          : operation(argument, context),
    ]),
  )
}

/** An order whose answer is kept in a file where it is long. */
interface SpooledOrder {
  /** Absolute path of the file; there is none yet. */
  readonly spoolFile: string
}

function isSpooledOrder(argument: unknown): argument is SpooledOrder {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'spoolFile' in argument &&
    typeof argument.spoolFile === 'string'
  )
}

/**
 * The same operation, which ends whether its reader reads or not: its answer is kept until it is whole, a short one in
 * memory, a longer one in a temporary file. So work that keeps others from writing does not wait for a reader.
 */
function spooled(operation: Operation, path: string): Operation {
  return async (argument, context) => {
    const first: Uint8Array[] = []
    let file: FileHandle | undefined
    let length = 0
    const keep = async (bytes: Uint8Array): Promise<void> => {
      length += bytes.length
      if (length > mostBytes)
        throw new ServiceError('limitExceeded', 'An answer within a transaction can have 4 GiB at most.')
      if (file === undefined && first.length < chunkWindow) {
        first.push(bytes)
        return
      }
      file ??= await open(path, 'wx', 0o600)
      for (const waiting of first.splice(0)) await file.write(waiting)
      await file.write(bytes)
    }
    const keeping: OperationContext = {
      ...context,
      async emit(bytes) {
        context.signal.throwIfAborted()
        await keep(bytes)
      },
    }
    try {
      const { bytes, value } = await operation(argument, keeping)
      if (bytes !== undefined && bytes.length > 0) await keep(bytes)
      await file?.close()
      if (file !== undefined) return { value: { spooled: true, value } satisfies Spooled }
      for (const chunk of first) await context.emit(chunk)
      return { value: { spooled: false, value } satisfies Spooled }
    } catch (error) {
      await file?.close().catch(() => {})
      throw error
    }
  }
}

/**
 * Has the answer of an operation kept until it is whole, a long one in a file in `folder`. The call that is returned has ended, and its answer waits for its
 * reader; of one that fails nothing is left.
 */
export async function runSpooled(
  job: Omit<Job, 'prepare'>,
  folder: string,
  run: (job: Omit<Job, 'prepare'>) => Promise<Call>,
): Promise<Call> {
  const spoolFile = join(folder, `espalier-answer-${randomUUID()}`)
  try {
    const call = await run({ ...job, argument: Object.assign({ spoolFile }, job.argument) })
    const result = await call.result
    if (!isSpooled(result)) throw new Error('A database process kept no answer.')
    const chunks = result.spooled ? await takeFile(spoolFile) : call.chunks
    const begun = result.spooled ? 'chunk' : await call.begun
    return {
      chunks,
      begun: Promise.resolve(begun),
      result: Promise.resolve(result.value),
      cancel: () => void chunks.return?.(),
      abort: () => void chunks.return?.(),
    }
  } catch (error) {
    await rm(spoolFile, { force: true })
    throw error
  }
}

/** The bytes of a file, which has no name any more; it is closed at their end, or when nobody wants them. */
async function takeFile(path: string): Promise<AsyncIterableIterator<Uint8Array>> {
  const file = await open(path)
  await rm(path)
  let closed = false
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    if (!closed) {
      closed = true
      await file.close()
    }
    return { done: true, value: undefined }
  }
  // A generator that is ended before its first piece would not close the file.
  const bytes: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => bytes,
    async next() {
      if (closed) return end()
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(pieceBytes) })
      return bytesRead === 0 ? end() : { done: false, value: buffer.subarray(0, bytesRead) }
    },
    return: end,
  }
  return bytes
}

function isSpooled(value: unknown): value is Spooled {
  return (
    typeof value === 'object' && value !== null && 'spooled' in value && typeof value.spooled === 'boolean'
  )
}
