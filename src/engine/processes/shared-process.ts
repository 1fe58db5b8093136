import type { ServiceError } from '../../errors.ts'
import { busyError, cancelledError, closedError, memoryError, timeoutError } from '../failures.ts'
import { type Child, type ChildProgram, type ChildSettings, startChild } from './child.ts'
import { createMemoryWatch } from './memory-watch.ts'
import type { Job } from './pool.ts'
import type { Call } from './running-call.ts'

/** How a shared process is set up. */
export interface SharedProcessOptions extends ChildProgram {
  /** Bytes that it may take, whatever it carries out. */
  readonly memoryLimit: number
  /** Operations for one name that may be carried out at once. */
  readonly most: number
  /** Milliseconds after which it ends where it has nothing to do. */
  readonly idleMilliseconds: number
  readonly stuckMilliseconds?: ChildSettings['stuckMilliseconds']
}

/** A job of a shared process. */
export interface SharedJob extends Omit<Job, 'prepare'> {
  /** Names what is asked, where its time is over. */
  readonly asked?: string
}

/** One child process that carries out many operations at once, which wait for others more than they compute. */
export interface SharedProcess {
  /** Begins a job, which is one of those for a name. */
  run(name: string, job: SharedJob): Promise<Call>
  /** Ends the operations for a name, which fail with the reason. */
  end(name: string, reason: ServiceError): Promise<void>
  /** Whether there is a process. */
  isRunning(): boolean
  /** Lets operations end within the time, then ends what is left, which fails with the reason. */
  close(graceMilliseconds: number, reason?: ServiceError): Promise<void>
}

/** Milliseconds that a timer can wait, almost 25 days; one that is told to wait longer goes off at once. */
const longestTimer = 2 ** 31 - 1

/** No process: it starts when it is needed, and anew where it ended. */
export function createSharedProcess(options: SharedProcessOptions): SharedProcess {
  const { memoryLimit, most, idleMilliseconds } = options
  const watch = createMemoryWatch(memoryLimit)
  const running = new Map<Call, string>()
  let child: Child | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false
  let onDrained = (): void => {}

  function take(): Child {
    clearTimeout(idle)
    if (child?.isAlive() === true) return child
    const made = startChild(options, {
      memoryLimit,
      use: 'shared',
      stuckMilliseconds: options.stuckMilliseconds,
    })
    const stopWatching = watch.watch(made.pid, (bytes) => {
      cancelAll(memoryError(memoryLimit, bytes))
      made.kill()
    })
    void made.exited.then(stopWatching)
    child = made
    return made
  }

  function rest(): void {
    onDrained()
    clearTimeout(idle)
    idle = setTimeout(() => child?.kill(), idleMilliseconds)
    idle.unref()
  }

  function cancelAll(reason: ServiceError, name?: string): Promise<unknown> {
    const calls = [...running].filter(([, of]) => name === undefined || of === name).map(([call]) => call)
    for (const call of calls) call.cancel(reason)
    return Promise.allSettled(calls.map(({ result }) => result))
  }

  return {
    isRunning: () => child?.isAlive() === true,

    async run(name, { asked, operation, argument, inputs, onProgress, isDoneWhenDone, signal, timeout }) {
      if (closed) throw closedError()
      if (signal?.aborted) throw cancelledError()
      if ([...running.values()].filter((of) => of === name).length >= most) throw busyError(most)
      const call = take().call(operation, argument, {
        ...(inputs && { inputs }),
        ...(onProgress && { onProgress }),
        ...(isDoneWhenDone && { isDoneWhenDone }),
      })
      running.set(call, name)
      const onAbort = (): void => call.cancel(cancelledError())
      signal?.addEventListener('abort', onAbort, { once: true })
      const timer =
        timeout === undefined
          ? undefined
          : setTimeout(() => call.cancel(timeoutError(timeout, asked)), Math.min(timeout, longestTimer))
      const onOver = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        running.delete(call)
        if (running.size === 0) rest()
      }
      // Whether it failed its caller learns from the call.
      call.result.then(onOver, onOver)
      return call
    },

    async end(name, reason) {
      await cancelAll(reason, name)
    },

    async close(graceMilliseconds, reason = closedError()) {
      closed = true
      if (running.size > 0 && graceMilliseconds > 0) {
        const { promise: drained, resolve } = Promise.withResolvers<void>()
        onDrained = resolve
        const timer = setTimeout(resolve, graceMilliseconds)
        await drained
        clearTimeout(timer)
      }
      await cancelAll(reason)
      clearTimeout(idle)
      child?.kill()
      await child?.exited
    },
  }
}
