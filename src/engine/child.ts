import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../errors.ts'
import { type ChunkQueue, createChunkQueue } from './chunk-queue.ts'
import { memoryError } from './failures.ts'
import { internalError, type Notice, type Order, readNotice, restoreError } from './protocol.ts'

/** What one operation takes and tells, beside its argument. */
export interface CallOptions {
  readonly onProgress?: (value: unknown) => void
  /** Bytes that the operation may read, by number. */
  readonly inputs?: readonly AsyncIterator<Uint8Array>[]
  /** Told when the operation stands still because its reader does, and when it goes on. */
  readonly onStall?: (stalled: boolean) => void
}

/** An operation that a child process carries out. */
export interface Call {
  /** The bytes of the result, as they come; a reader that stops early ends the call. */
  readonly chunks: AsyncIterableIterator<Uint8Array>
  /** Settles at the first bytes, or at the end where there are none; rejects where the operation fails before. */
  readonly begun: Promise<'chunk' | 'end'>
  /** What the operation returned. Rejects where it failed. */
  readonly result: Promise<unknown>
  /** Asks the operation to end; where it does not at once, its process is killed. The call fails with the reason. */
  cancel(reason: ServiceError): void
  /** Kills the process; the call fails with the reason. */
  abort(reason: ServiceError): void
}

/** A child process that carries out one operation at a time. */
export interface Child {
  readonly pid: number | undefined
  call(operation: string, argument: unknown, options?: CallOptions): Call
  kill(): void
  /** Whether it can be given more to do. */
  isAlive(): boolean
  /** Settles when the process is gone. */
  readonly exited: Promise<void>
}

/** Milliseconds that a cancelled operation has before its process is killed, unless a pool says otherwise. */
export const politeMilliseconds = 100

interface RunningCall {
  readonly queue: ChunkQueue
  readonly options: CallOptions
  settle(value: unknown): void
  fail(error: unknown): void
}

/** Megabytes for new objects, a third of what they take: what was sent off long ago is not kept around for long. */
const youngSpace = 4

/** Megabytes that a process needs to start at all. */
const leastHeap = 32

/**
 * Starts a process that runs the module at `entry`, which serves operations; its own heap ends at `memoryLimit` bytes.
 * It does not keep this process from ending, except while it carries out an operation.
 */
export function startChild(entry: URL, memoryLimit: number, patience: number = politeMilliseconds): Child {
  const process = fork(fileURLToPath(entry), [], {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${Math.max(leastHeap, Math.floor(memoryLimit / 2 ** 20))}`,
      `--max-semi-space-size=${youngSpace}`,
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let running: RunningCall | undefined
  let gone = false
  let killed = false
  let ready = false
  const orders: Order[] = []
  const exited = new Promise<void>((resolve) => {
    const end = (why: string, outOfMemory = false): void => {
      if (gone) return
      gone = true
      children.delete(kill)
      running?.fail(
        outOfMemory ? memoryError(memoryLimit) : internalError(`A database process ended (${why}).`),
      )
      resolve()
    }
    process.once('exit', (code, signal) => {
      // How a heap that is full ends the process, by itself or through a shell.
      end(signal ?? `exit code ${code}`, signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134)
    })
    process.once('error', (error) => {
      if (process.pid === undefined) end(error.message)
    })
  })
  const kill = (): void => {
    // Its end is worth waiting for.
    if (!gone) process.ref()
    killed = true
    process.kill('SIGKILL')
  }
  children.add(kill)
  process.unref()
  process.channel?.unref()

  function send(order: Order): void {
    if (gone) return
    if (!ready) orders.push(order)
    else if (process.connected) process.send(order, () => {})
  }

  process.on('message', (message) => {
    const notice = readNotice(message)
    if (notice.kind === 'ready') {
      ready = true
      for (const order of orders.splice(0)) send(order)
    } else if (running !== undefined) {
      receive(notice, running)
    }
  })

  function receive(notice: Notice, call: RunningCall): void {
    switch (notice.kind) {
      case 'ready':
        return
      case 'chunk':
        call.queue.push(notice.bytes)
        return
      case 'progress':
        call.options.onProgress?.(notice.value)
        return
      case 'want':
        void feed(call, call.options.inputs?.[notice.source])
        return
      case 'done':
        if (notice.bytes !== null && notice.bytes.length > 0) call.queue.push(notice.bytes)
        call.settle(notice.value)
        return
      case 'failed':
        call.fail(restoreError(notice.error))
        return
    }
  }

  async function feed(call: RunningCall, input: AsyncIterator<Uint8Array> | undefined): Promise<void> {
    try {
      const next = await input?.next()
      if (running === call)
        send({ kind: 'input', bytes: next === undefined || next.done ? null : next.value })
    } catch (error) {
      if (running !== call) return
      // The source broke: the operation must not take what it has for the whole.
      call.fail(error)
      kill()
    }
  }

  return {
    pid: process.pid,
    exited,
    kill,
    isAlive: () => !gone && !killed,
    call(operation, argument, options = {}) {
      if (running !== undefined) throw new Error('A database process carries out one operation at a time.')
      let over = false
      let failure: unknown
      const settled = Promise.withResolvers<unknown>()
      const begun = Promise.withResolvers<'chunk' | 'end'>()
      // Whoever reads the chunks only learns of a failure there.
      settled.promise.catch(() => {})
      begun.promise.catch(() => {})
      const finish = (): boolean => {
        if (over) return false
        over = true
        running = undefined
        process.channel?.unref()
        clearTimeout(impatience)
        for (const input of options.inputs ?? []) void endInput(input)
        return true
      }
      let impatience: NodeJS.Timeout | undefined
      const queue = createChunkQueue({
        onFirst: () => begun.resolve('chunk'),
        onTake: () => send({ kind: 'credit' }),
        onStall: (stalled) => options.onStall?.(stalled),
        onReturn: () =>
          cancel(new ServiceError('queryCancelled', 'The request was cancelled by its reader.')),
      })
      const call: RunningCall = {
        queue,
        options,
        settle(value) {
          if (!finish()) return
          if (failure !== undefined) {
            queue.fail(failure)
            begun.reject(failure)
            settled.reject(failure)
            return
          }
          queue.end()
          begun.resolve('end')
          settled.resolve(value)
        },
        fail(error) {
          if (!finish()) return
          const reason = failure ?? error
          queue.fail(reason)
          begun.reject(reason)
          settled.reject(reason)
        },
      }
      running = call
      process.channel?.ref()
      const cancel = (reason: ServiceError): void => {
        if (over || failure !== undefined) return
        failure = reason
        send({ kind: 'cancel' })
        impatience = setTimeout(kill, patience)
      }
      const abort = (reason: ServiceError): void => {
        if (over) return
        failure ??= reason
        kill()
      }
      if (gone) call.fail(internalError('A database process has ended.'))
      else send({ kind: 'run', operation, argument })
      return { chunks: queue.chunks, begun: begun.promise, result: settled.promise, cancel, abort }
    },
  }
}

/** Tells a source that no more is wanted of it; how it takes that changes nothing of what the call came to. */
async function endInput(input: AsyncIterator<Uint8Array>): Promise<void> {
  await Promise.resolve(input.return?.()).catch(() => {})
}

const children = new Set<() => void>()
// Also where the process ends in a hurry, no child process outlives it.
process.on('exit', () => {
  for (const kill of children) kill()
})
