import { cancelledError, timeoutError } from '../failures.ts'

/** Throws when the time of a query is over, or nobody waits for it. */
export type Deadline = () => void

/** A deadline from now. */
export function createDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const end = performance.now() + milliseconds
  return () => {
    if (signal?.aborted) throw cancelledError()
    if (performance.now() > end) throw timeoutError(milliseconds)
  }
}

/** Work that its signal ends, when its time is over or nobody waits for it. */
export async function untilTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const onAbort = (): void => ending.abort(cancelledError())
  const timer = setTimeout(() => ending.abort(timeoutError(milliseconds)), milliseconds)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await work(ending.signal)
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
