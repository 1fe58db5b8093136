import type { ServiceError } from '../../errors.ts'
import { cancelledError, timeoutError } from '../failures.ts'

/** Something that is asked elsewhere, until its answer is read. */
export interface Errand {
  /** Aborted, with a ServiceError, when its time is over or nobody waits for it. */
  readonly signal: AbortSignal
  /** The same work, which fails with the reason where the errand was ended. */
  failing<Result>(work: Promise<Result>): Promise<Result>
  /** The same chunks; the errand is over with them. */
  reading(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** It is over; once more changes nothing. */
  over(): void
}

/** How an errand begins and ends. */
export interface ErrandOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds from now until the answer is read. */
  readonly timeout: number
  /** Names what is asked, where its time is over. */
  readonly asked: string
  onOver(): void
}

/** The errands of a process, by the name of what they are for. */
export interface Errands {
  /** @throws ServiceError `queryCancelled` where nobody waits for it any more */
  begin(name: string, options: ErrandOptions): Errand
  /** Ends those for a name, or all, which fail with the reason. */
  end(reason: ServiceError, name?: string): void
}

/** No errands. */
export function createErrands(): Errands {
  const running = new Map<AbortController, string>()

  return {
    begin(name, { asked, signal: caller, timeout, onOver }) {
      const controller = new AbortController()
      const { signal } = controller
      const timer = setTimeout(() => controller.abort(timeoutError(timeout, asked)), timeout)
      const onAbort = (): void => controller.abort(cancelledError())
      let isOver = false
      const over = (): void => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        caller?.removeEventListener('abort', onAbort)
        running.delete(controller)
        onOver()
      }
      running.set(controller, name)
      // Also where its chunks are never read.
      signal.addEventListener('abort', over, { once: true })
      if (caller?.aborted) onAbort()
      else caller?.addEventListener('abort', onAbort, { once: true })

      const failure = (error: unknown): unknown => (signal.aborted ? signal.reason : error)
      return {
        signal,
        over,
        async failing(work) {
          try {
            return await work
          } catch (error) {
            throw failure(error)
          }
        },
        reading(chunks) {
          const rest = chunks[Symbol.asyncIterator]()
          const read: AsyncIterableIterator<Uint8Array> = {
            [Symbol.asyncIterator]: () => read,
            async next() {
              try {
                const next = await rest.next()
                if (next.done === true) over()
                return next
              } catch (error) {
                over()
                throw failure(error)
              }
            },
            async return() {
              // A generator that was not begun would not end what it is to read.
              controller.abort(cancelledError())
              await rest.return?.()
              return { done: true, value: undefined }
            },
          }
          return read
        },
      }
    },

    end(reason, name) {
      for (const [controller, of] of [...running]) {
        if (name === undefined || of === name) controller.abort(reason)
      }
    },
  }
}
