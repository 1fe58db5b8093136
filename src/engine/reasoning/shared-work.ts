import { ServiceError } from '../../errors.ts'
import { cancelledError } from '../failures.ts'

/** Work that several wait for; it is ended when nobody does any more. */
export interface SharedWork<Result> {
  /**
   * What it comes to, as long as this one waits.
   *
   * @throws the ServiceError that a signal gives as its reason, else `queryCancelled`
   */
  awaited(signal: AbortSignal | undefined): Promise<Result>
  /** Whether it goes on, so that others may wait for it too. */
  isRunning(): boolean
}

/** Begins work that its signal ends. */
export function createSharedWork<Result>(work: (signal: AbortSignal) => Promise<Result>): SharedWork<Result> {
  const ending = new AbortController()
  const result = work(ending.signal)
  let isRunning = true
  const end = (): void => {
    isRunning = false
  }
  // Whoever still waits hears of a failure.
  result.then(end, end)
  let waiting = 0

  return {
    isRunning: () => isRunning,
    async awaited(signal) {
      waiting += 1
      const { promise: gaveUp, reject } = Promise.withResolvers<never>()
      const onAbort = (): void => reject(reasonOf(signal))
      try {
        if (signal?.aborted) throw reasonOf(signal)
        signal?.addEventListener('abort', onAbort, { once: true })
        return await Promise.race([result, gaveUp])
      } finally {
        signal?.removeEventListener('abort', onAbort)
        waiting -= 1
        if (waiting === 0) {
          end()
          ending.abort(cancelledError())
        }
      }
    },
  }
}

function reasonOf(signal: AbortSignal | undefined): ServiceError {
  const reason: unknown = signal?.reason
  return reason instanceof ServiceError ? reason : cancelledError()
}
