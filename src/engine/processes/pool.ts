import type { ServiceError } from '../../errors.ts'
import { busyError, cancelledError, closedError, memoryError, timeoutError } from '../failures.ts'
import { type Child, type ChildProgram, startChild } from './child.ts'
import { createMemoryWatch } from './memory-watch.ts'
import type { Call, CallOptions } from './running-call.ts'

/** How many processes of which module a pool has. */
export interface PoolOptions extends ChildProgram {
  /** Operations that compute at once. */
  readonly processes: number
  /** Processes that there are at most, those whose readers are slow among them. */
  readonly maximum: number
  /** Operations that may wait for a process. */
  readonly waitingLimit: number
  /** Bytes that a process may take. */
  readonly memoryLimit: number
  /** Milliseconds that a cancelled operation has to end by itself; its process is killed then. */
  readonly politeMilliseconds?: number
  /** Milliseconds after which a process that is not needed ends; those up to `processes` stay where absent. */
  readonly idleMilliseconds?: number
}

/** An operation to carry out. */
export interface Job {
  readonly operation: string
  readonly argument: unknown
  readonly inputs?: readonly AsyncIterator<Uint8Array>[]
  readonly onProgress?: (value: unknown) => void
  readonly isDoneWhenDone?: CallOptions['isDoneWhenDone']
  readonly signal?: AbortSignal | undefined
  /** Milliseconds from now until the last byte is read from the process, the time of waiting in it. */
  readonly timeout?: number
  /** Readies the process; its time does not count. */
  readonly prepare?: (child: Child) => Promise<void>
}

/** Child processes that carry out operations, each its own, killed and replaced at need. */
export interface Pool {
  /** Resolves when a process has begun with the job. */
  run(job: Job): Promise<Call>
  /** Has every free process carry out an operation, not those that are busy. */
  broadcast(operation: string, argument: unknown): Promise<void>
  /** Starts the processes that a first query would have to wait for. */
  warm(): void
  /** Pids of the processes that there are. */
  readonly pids: () => readonly (number | undefined)[]
  /** Operations that wait for a process. */
  readonly waiting: () => number
  /** Lets running jobs end within the time, then kills what is left, which fails with the reason. */
  close(graceMilliseconds: number, reason?: ServiceError): Promise<void>
}

interface Ticket {
  readonly job: Job
  readonly begin: (call: Call) => void
  readonly refuse: (error: unknown) => void
  /** What ends the job from outside: while it waits by refusing it, later by ending its call. */
  end: (error: ReturnType<typeof timeoutError>, how: 'cancel' | 'abort') => void
  readonly release: () => void
}

/** Surplus processes, made for queries whose readers are slow, end after this time. */
const surplusMilliseconds = 10_000

/** Milliseconds that a timer can wait, almost 25 days; one that is told to wait longer goes off at once. */
const longestTimer = 2 ** 31 - 1

/** A pool without processes: they are started when they are needed. */
export function createPool(options: PoolOptions): Pool {
  const { processes, maximum, waitingLimit, memoryLimit } = options
  const watch = createMemoryWatch(memoryLimit)
  const all = new Set<Child>()
  const idle: { readonly child: Child; readonly timer: NodeJS.Timeout | undefined }[] = []
  const active = new Set<Ticket>()
  const waiting: Ticket[] = []
  let computing = 0
  let closed = false
  let onDrained = (): void => {}

  function start(): Child {
    const child = startChild(options, options)
    all.add(child)
    void child.exited.then(() => {
      all.delete(child)
      forget(child)
      pump()
    })
    return child
  }

  function rest(child: Child): void {
    if (!child.isAlive() || closed) return
    const milliseconds = all.size > processes ? surplusMilliseconds : options.idleMilliseconds
    const end = (): void => {
      // From now on it is no free process, though it may take a moment to be gone.
      forget(child)
      child.kill()
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds)
    timer?.unref()
    idle.push({ child, timer })
  }

  function forget(child: Child): void {
    const index = idle.findIndex((entry) => entry.child === child)
    if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer)
  }

  function replace(): void {
    if (!closed && idle.length === 0 && all.size < processes) rest(start())
  }

  function pump(): void {
    while (waiting.length > 0 && hasRoom()) {
      const ticket = waiting.shift()
      if (ticket !== undefined) void begin(ticket)
    }
  }

  function hasRoom(): boolean {
    return computing < processes && (idle.length > 0 || all.size < maximum)
  }

  async function begin(ticket: Ticket): Promise<void> {
    const { job } = ticket
    const entry = idle.pop()
    clearTimeout(entry?.timer)
    const child = entry?.child ?? start()
    let counted = true
    computing += 1
    active.add(ticket)
    const setCounted = (value: boolean): void => {
      if (counted === value) return
      counted = value
      computing += value ? 1 : -1
      if (!value) pump()
    }
    let ended: ReturnType<typeof timeoutError> | undefined
    let stopWatching = (): void => {}
    try {
      ticket.end = (error) => {
        ended = error
        child.kill()
      }
      stopWatching = watch.watch(child.pid, (bytes) => ticket.end(memoryError(memoryLimit, bytes), 'abort'))
      await job.prepare?.(child)
      if (ended !== undefined) throw ended
      let over = false
      const call = child.call(job.operation, job.argument, {
        ...(job.inputs && { inputs: job.inputs }),
        ...(job.onProgress && { onProgress: job.onProgress }),
        ...(job.isDoneWhenDone && { isDoneWhenDone: true }),
        onStall: (stalled) => {
          if (!over) setCounted(!stalled)
        },
      })
      ticket.end = (error, how) => (how === 'cancel' ? call.cancel(error) : call.abort(error))
      if (job.prepare !== undefined) startTimer(ticket)
      ticket.begin(call)
      try {
        await call.result
      } catch {
        // The caller learns of it from the call.
      }
      over = true
    } catch (error) {
      ticket.refuse(ended ?? error)
    } finally {
      stopWatching()
      ticket.release()
      active.delete(ticket)
      if (active.size === 0) onDrained()
      // A process that is being killed must not be taken for a free one.
      if (ended !== undefined) await child.exited
      rest(child)
      setCounted(false)
      pump()
      // The next operation need not wait for a new process to start.
      if (!child.isAlive()) void child.exited.then(replace)
    }
  }

  const timers = new Map<Ticket, NodeJS.Timeout>()
  function startTimer(ticket: Ticket): void {
    const { timeout } = ticket.job
    if (timeout === undefined) return
    timers.set(
      ticket,
      setTimeout(() => ticket.end(timeoutError(timeout), 'abort'), Math.min(timeout, longestTimer)),
    )
  }

  return {
    warm() {
      while (!closed && all.size < processes) rest(start())
    },
    pids: () => [...all].map((child) => child.pid),
    waiting: () => waiting.length,
    run(job) {
      const { promise, resolve, reject } = Promise.withResolvers<Call>()
      if (closed) return Promise.reject(closedError())
      if (job.signal?.aborted) return Promise.reject(cancelledError())
      const onAbort = (): void => ticket.end(cancelledError(), 'cancel')
      const ticket: Ticket = {
        job,
        begin: resolve,
        refuse: reject,
        end(error) {
          const index = waiting.indexOf(ticket)
          if (index >= 0) waiting.splice(index, 1)
          ticket.release()
          reject(error)
        },
        release() {
          clearTimeout(timers.get(ticket))
          timers.delete(ticket)
          job.signal?.removeEventListener('abort', onAbort)
        },
      }
      if (!hasRoom() && waiting.length >= waitingLimit) return Promise.reject(busyError(waitingLimit))
      job.signal?.addEventListener('abort', onAbort, { once: true })
      if (job.prepare === undefined) startTimer(ticket)
      waiting.push(ticket)
      pump()
      return promise
    },
    async broadcast(operation, argument) {
      // Busy processes look at the file again when they next open it.
      const free = idle.splice(0)
      await Promise.all(
        free.map(async ({ child, timer }) => {
          clearTimeout(timer)
          await child.call(operation, argument).result.catch(() => {})
          rest(child)
        }),
      )
      pump()
    },
    async close(graceMilliseconds, reason = closedError()) {
      closed = true
      for (const ticket of waiting.splice(0)) ticket.end(reason, 'abort')
      if (active.size > 0 && graceMilliseconds > 0) {
        const { promise: drained, resolve } = Promise.withResolvers<void>()
        onDrained = resolve
        const timer = setTimeout(resolve, graceMilliseconds)
        await drained
        clearTimeout(timer)
      }
      for (const ticket of active) ticket.end(reason, 'abort')
      const gone = [...all].map((child) => child.exited)
      for (const child of all) child.kill()
      await Promise.all(gone)
    },
  }
}
