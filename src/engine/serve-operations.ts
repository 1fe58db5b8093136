import { setImmediate as nextTurn } from 'node:timers/promises'
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
  /** The next bytes of input number `source`; `undefined` at its end. */
  input(source: number): Promise<Uint8Array | undefined>
}

/** Something that a database process does: what it returns, and the last bytes of the result, go to the main process. */
export type Operation = (
  argument: unknown,
  context: OperationContext,
) => Promise<{ readonly bytes?: Uint8Array; readonly value?: unknown }>

/**
 * Makes this process carry out operations, one at a time, as its parent process orders; it ends with its parent.
 */
export function serveOperations(operations: Readonly<Record<string, Operation>>): void {
  let credits = 0
  let controller = new AbortController()
  let onCredit: (() => void) | undefined
  let onInput: ((bytes: Uint8Array | null) => void) | undefined

  async function waitForCredit(signal: AbortSignal): Promise<void> {
    while (credits === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        onCredit = resolve
      })
    }
    credits -= 1
  }

  async function run(name: string, argument: unknown): Promise<void> {
    const { signal } = controller
    const operation = operations[name]
    try {
      if (operation === undefined) throw new Error(`There is no operation "${name}".`)
      const { bytes, value } = await operation(argument, {
        signal,
        async emit(chunk) {
          // A turn of the event loop lets a cancellation in, also where there is room for many chunks.
          await nextTurn()
          await waitForCredit(signal)
          signal.throwIfAborted()
          send({ kind: 'chunk', bytes: chunk })
        },
        progress: (value) => send({ kind: 'progress', value }),
        async input(source) {
          signal.throwIfAborted()
          const bytes = await new Promise<Uint8Array | null>((resolve) => {
            onInput = resolve
            send({ kind: 'want', source })
          })
          signal.throwIfAborted()
          return bytes ?? undefined
        },
      })
      send({ kind: 'done', bytes: bytes ?? null, value })
    } catch (error) {
      send({ kind: 'failed', error: recordError(error) })
    }
  }

  process.on('message', (message) => {
    const order = readOrder(message)
    switch (order.kind) {
      case 'run':
        credits = chunkWindow
        controller = new AbortController()
        void run(order.operation, order.argument)
        break
      case 'credit':
        credits += 1
        onCredit?.()
        break
      case 'input':
        onInput?.(order.bytes)
        break
      case 'cancel':
        controller.abort(new Error('The operation was cancelled.'))
        onCredit?.()
        onInput?.(null)
        break
    }
  })
  process.on('disconnect', () => process.exit())
  // The parent decides when its processes end; a terminal sends these to all of them.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  send({ kind: 'ready' })
}

function send(notice: Notice): void {
  // Without its parent the process is about to end.
  if (process.connected) process.send?.(notice)
}
