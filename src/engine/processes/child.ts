import { fork } from 'node:child_process'
import { env as environment } from 'node:process'
import { fileURLToPath } from 'node:url'
import { memoryError } from '../failures.ts'
import type { ToldWarnings } from '../reasoning/told-warnings.ts'
import { type CallOrder, internalError, type Order, readNotice } from './protocol.ts'
import { type Call, type CallOptions, createCall, type RunningCall } from './running-call.ts'

/** A child process that carries out operations. */
export interface Child {
  readonly pid: number | undefined
  call(operation: string, argument: unknown, options?: CallOptions): Call
  kill(): void
  /** Whether it can be given more to do. */
  isAlive(): boolean
  /** Settles when the process is gone. */
  readonly exited: Promise<void>
}

/** What a process runs. */
export interface ChildProgram {
  readonly entry: URL
  readonly argument?: string | undefined
  /** Told of each vocabulary that the process reads. */
  readonly onWarnings?: ((told: ToldWarnings) => void) | undefined
}

/** How a process is used. */
export interface ChildSettings {
  /** Bytes that its own heap may take. */
  readonly memoryLimit: number
  /** Milliseconds that a cancelled operation has to end by itself; 100 unless given. */
  readonly politeMilliseconds?: number | undefined
  /**
   * `alone`, which it is unless given: it carries out one operation at a time, and is killed to end it. `shared`: it carries
   * out any number of them, and is killed only where it hears nothing any more.
   */
  readonly use?: 'alone' | 'shared'
  /** Milliseconds that a shared process may be busy in one go: it is stuck where it is for longer; 10 s unless given. */
  readonly stuckMilliseconds?: number | undefined
}

/** Megabytes for new objects, a third of what they take: what was sent off long ago is not kept around for long. */
const youngSpace = 4

/**
 * Has the allocator of the C library give freed memory back to the system at once, rather than keep what the largest
 * answers needed (mallopt(3), M_TRIM_THRESHOLD): a quarter of what an idle process takes.
 */
const givesBack = { MALLOC_TRIM_THRESHOLD_: '131072' }

/** Megabytes that a process needs to start at all. */
const leastHeap = 32

/**
 * Starts a process that runs a module with an argument, which serves operations.
 * It does not keep this process from ending, except while it carries out an operation.
 */
export function startChild({ entry, argument, onWarnings }: ChildProgram, settings: ChildSettings): Child {
  const {
    memoryLimit,
    politeMilliseconds: patience = 100,
    use = 'alone',
    stuckMilliseconds = 10_000,
  } = settings
  const process = fork(fileURLToPath(entry), argument === undefined ? [] : [argument], {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${Math.max(leastHeap, Math.floor(memoryLimit / 2 ** 20))}`,
      `--max-semi-space-size=${youngSpace}`,
    ],
    env: { ...environment, ...givesBack },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const running = new Map<number, RunningCall>()
  let calls = 0
  let gone = false
  let killed = false
  let ready = false
  let stuck: NodeJS.Timeout | undefined
  const orders: Order[] = []
  const exited = new Promise<void>((resolve) => {
    const end = (why: string, outOfMemory = false): void => {
      if (gone) return
      gone = true
      children.delete(kill)
      clearTimeout(stuck)
      for (const { fail } of [...running.values()]) {
        fail(outOfMemory ? memoryError(memoryLimit) : internalError(`A database process ended (${why}).`))
      }
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
    if (!ready) {
      orders.push(order)
      return
    }
    if (order.kind === 'cancel' && use === 'shared') stuck ??= setTimeout(onStuck, stuckMilliseconds).unref()
    if (process.connected) process.send(order, () => {})
  }

  function onStuck(): void {
    // What it said may be waiting to be read, where this process was the one that stood still.
    setImmediate(() => {
      if (stuck !== undefined) kill()
    })
  }

  process.on('message', (message) => {
    const notice = readNotice(message)
    switch (notice.kind) {
      case 'ready':
        ready = true
        for (const order of orders.splice(0)) send(order)
        return
      case 'heard':
        clearTimeout(stuck)
        stuck = undefined
        return
      case 'warnings':
        onWarnings?.(notice.told)
        return
      default:
        running.get(notice.call)?.receive(notice)
    }
  })

  return {
    pid: process.pid,
    exited,
    kill,
    isAlive: () => !gone && !killed,
    call(operation, argument, options = {}) {
      if (use === 'alone' && running.size > 0)
        throw new Error('A database process carries out one operation at a time.')
      const number = calls++
      const tell = (order: CallOrder): void => send({ ...order, call: number })
      const made = createCall(
        {
          send: tell,
          ...(use === 'alone' && { kill }),
          onOver() {
            running.delete(number)
            if (running.size === 0) process.channel?.unref()
          },
          patience,
        },
        options,
      )
      running.set(number, made)
      process.channel?.ref()
      if (gone) made.fail(internalError('A database process has ended.'))
      else tell({ kind: 'run', operation, argument })
      return made.call
    },
  }
}

const children = new Set<() => void>()
// Also where the process ends in a hurry, no child process outlives it.
process.on('exit', () => {
  for (const kill of children) kill()
})
