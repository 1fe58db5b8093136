import { ServiceError } from '../../errors.ts'
import { createChunkQueue } from './chunk-queue.ts'
import { type CallNotice, type CallOrder, restoreError } from './protocol.ts'

/** What one operation takes and tells, beside its argument. */
export interface CallOptions {
  readonly onProgress?: (value: unknown) => void
  /** Bytes that the operation may read, by number. */
  readonly inputs?: readonly AsyncIterator<Uint8Array>[]
  /** Told when the operation stands still because its reader does, and when it goes on. */
  readonly onStall?: (stalled: boolean) => void
  /** What it came to is told also where it was to end meanwhile: what has changed a database has changed it. */
  readonly isDoneWhenDone?: boolean
}

/** An operation that a child process carries out. */
export interface Call {
  /** The bytes of the result, as they come; a reader that stops early ends the call. */
  readonly chunks: AsyncIterableIterator<Uint8Array>
  /** Settles at the first bytes, or at the end where there are none; rejects where the operation fails before. */
  readonly begun: Promise<'chunk' | 'end'>
  /** What the operation returned. Rejects where it failed. */
  readonly result: Promise<unknown>
  /**
   * Asks the operation to end; where it does not at once, its process is killed, or not waited for where it has others to
   * carry out. The call fails with the reason.
   */
  cancel(reason: ServiceError): void
  /** Kills the process, where this is its only operation; the call fails with the reason. */
  abort(reason: ServiceError): void
}

/** What a call has to do with the process that carries it out. */
export interface CallProcess {
  send(order: CallOrder): void
  /** Absent where the process carries out other operations too. */
  readonly kill?: () => void
  /** The call is over: nothing more of it is listened to. */
  onOver(): void
  /** Milliseconds that a cancelled operation has to end. */
  readonly patience: number
}

/** A call from the side of its process. */
export interface RunningCall {
  readonly call: Call
  receive(notice: CallNotice): void
  fail(error: unknown): void
}

/** A call that begins as soon as the process is told of it. */
export function createCall(process: CallProcess, options: CallOptions): RunningCall {
  let over = false
  let failure: unknown
  let impatience: NodeJS.Timeout | undefined
  const settled = Promise.withResolvers<unknown>()
  const begun = Promise.withResolvers<'chunk' | 'end'>()
  // Whoever reads the chunks only learns of a failure there.
  settled.promise.catch(() => {})
  begun.promise.catch(() => {})
  const queue = createChunkQueue({
    onFirst: () => begun.resolve('chunk'),
    onTake: () => process.send({ kind: 'credit' }),
    onStall: (stalled) => options.onStall?.(stalled),
    onReturn: () => cancel(new ServiceError('queryCancelled', 'The request was cancelled by its reader.')),
  })

  function finish(): boolean {
    if (over) return false
    over = true
    clearTimeout(impatience)
    process.onOver()
    for (const input of options.inputs ?? []) void endInput(input)
    return true
  }

  function reject(reason: unknown): void {
    queue.fail(reason)
    begun.reject(reason)
    settled.reject(reason)
  }

  function settle(value: unknown): void {
    if (!finish()) return
    if (failure !== undefined && options.isDoneWhenDone !== true) {
      reject(failure)
      return
    }
    queue.end()
    begun.resolve('end')
    settled.resolve(value)
  }

  function fail(error?: unknown): void {
    if (finish()) reject(failure ?? error)
  }

  function cancel(reason: ServiceError): void {
    if (over || failure !== undefined) return
    failure = reason
    process.send({ kind: 'cancel' })
    impatience = setTimeout(() => (process.kill ?? fail)(), process.patience)
  }

  function abort(reason: ServiceError): void {
    if (process.kill === undefined) {
      cancel(reason)
      return
    }
    if (over) return
    failure ??= reason
    process.kill()
  }

  async function feed(source: number): Promise<void> {
    try {
      const next = await options.inputs?.[source]?.next()
      if (!over)
        process.send({ kind: 'input', source, bytes: next === undefined || next.done ? null : next.value })
    } catch (error) {
      if (over) return
      // The source broke: the operation must not take what it has for the whole.
      fail(error)
      if (process.kill === undefined) process.send({ kind: 'cancel' })
      else process.kill()
    }
  }

  function receive(notice: CallNotice): void {
    switch (notice.kind) {
      case 'chunk':
        queue.push(notice.bytes)
        return
      case 'progress':
        options.onProgress?.(notice.value)
        return
      case 'want':
        void feed(notice.source)
        return
      case 'done':
        if (notice.bytes !== null && notice.bytes.length > 0) queue.push(notice.bytes)
        settle(notice.value)
        return
      case 'failed':
        fail(restoreError(notice.error))
        return
    }
  }

  const call = { chunks: queue.chunks, begun: begun.promise, result: settled.promise, cancel, abort }
  return { call, receive, fail }
}

/** Tells a source that no more is wanted of it; how it takes that changes nothing of what the call came to. */
async function endInput(input: AsyncIterator<Uint8Array>): Promise<void> {
  await Promise.resolve(input.return?.()).catch(() => {})
}
