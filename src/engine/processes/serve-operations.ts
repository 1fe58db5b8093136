import { flushCompileCache } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToldWarnings } from '../reasoning/told-warnings.ts'
import { chunkWindow, type Notice, readOrder, recordError } from './protocol.ts'

/** What an operation has to do with the process that ordered it. */
export interface OperationContext {
  /** Aborted when nobody wants the result any more. */
  readonly signal: AbortSignal
  /**
   * Hands on a part of the result, when the reader has room for it.
   *
   * @throws the reason of {@link OperationContext.signal}
   */
  emit(bytes: Uint8Array): Promise<void>
  progress(value: unknown): void
  /** The next bytes of input number `source`, of which one at a time is asked for; `undefined` at its end. */
  input(source: number): Promise<Uint8Array | undefined>
}

/** Something that a database process does: what it returns, and the last bytes of the result, go to the main process. */
export type Operation = (
  argument: unknown,
  context: OperationContext,
) => Promise<{ readonly bytes?: Uint8Array; readonly value?: unknown }>

/** An operation that is being carried out. */
interface Running {
  readonly controller: AbortController
  /** Chunks that the reader has room for. */
  credits: number
  onCredit?: () => void
  /** What waits for the next bytes of an input, by its number. */
  readonly wanted: Map<number, (bytes: Uint8Array | null) => void>
}

/**
 * Makes this process carry out operations as its parent process orders, beside each other where it orders so; it ends with
 * its parent.
 */
export function serveOperations(operations: Readonly<Record<string, Operation>>): void {
  const all = new Map<number, Running>()

  async function run(call: number, name: string, argument: unknown): Promise<void> {
    const running: Running = { controller: new AbortController(), credits: chunkWindow, wanted: new Map() }
    all.set(call, running)
    const operation = operations[name]
    try {
      if (operation === undefined) throw new Error(`There is no operation "${name}".`)
      const { bytes, value } = await operation(argument, contextOf(call, running))
      send({ kind: 'done', call, bytes: bytes ?? null, value })
    } catch (error) {
      send({ kind: 'failed', call, error: recordError(error) })
    } finally {
      all.delete(call)
    }
  }

  process.on('message', (message) => {
    const order = readOrder(message)
    if (order.kind === 'run') {
      void run(order.call, order.operation, order.argument)
      return
    }
    if (order.kind === 'cancel') send({ kind: 'heard' })
    // What it is about may be over.
    const running = all.get(order.call)
    if (running === undefined) return
    switch (order.kind) {
      case 'credit':
        running.credits += 1
        running.onCredit?.()
        break
      case 'input':
        running.wanted.get(order.source)?.(order.bytes)
        break
      case 'cancel':
        running.controller.abort(new Error('The operation was cancelled.'))
        running.onCredit?.()
        for (const take of running.wanted.values()) take(null)
        break
    }
  })
  process.on('disconnect', () => process.exit())
  // The parent decides when its processes end; a terminal sends these to all of them.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  // A process that is killed would not keep what it has compiled for those after it.
  flushCompileCache()
  send({ kind: 'ready' })
}

/** Tells the parent process of a vocabulary that was read. */
export function sendWarnings(told: ToldWarnings): void {
  send({ kind: 'warnings', told })
}

function contextOf(call: number, running: Running): OperationContext {
  const { signal } = running.controller
  return {
    signal,
    async emit(bytes) {
      // A turn of the event loop lets a cancellation in, also where there is room for many chunks.
      await nextTurn()
      while (running.credits === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          running.onCredit = resolve
        })
      }
      running.credits -= 1
      signal.throwIfAborted()
      send({ kind: 'chunk', call, bytes })
    },
    progress: (value) => send({ kind: 'progress', call, value }),
    async input(source) {
      signal.throwIfAborted()
      const bytes = await new Promise<Uint8Array | null>((resolve) => {
        running.wanted.set(source, resolve)
        send({ kind: 'want', call, source })
      })
      running.wanted.delete(source)
      signal.throwIfAborted()
      return bytes ?? undefined
    },
  }
}

function send(notice: Notice): void {
  // Without its parent the process is about to end.
  if (process.connected) process.send?.(notice)
}
