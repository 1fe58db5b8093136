import { busyError, cancelledError } from '../../engine/failures.ts'

/** How much is done at once. */
export interface TurnLimits {
  /** Of one user. */
  readonly atOnce: number
  /** How many of all users may wait for others of the same user to end. */
  readonly waiting: number
}

/** Has each user do a few things at once; what comes beyond waits, in the order in which it came. */
export interface UserTurns {
  /**
   * Resolves, when it is a thing's turn, to what tells that it is over.
   *
   * @throws ServiceError `serverBusy` where too many wait; `queryCancelled` where `signal` aborts before
   */
  take(user: string, signal: AbortSignal): Promise<() => void>
  /** How many wait. */
  waiting(): number
}

/** What one user does. */
interface Doings {
  running: number
  readonly waiting: Set<() => void>
}

/** Nobody does anything. */
export function createUserTurns({ atOnce, waiting: mostWaiting }: TurnLimits): UserTurns {
  const users = new Map<string, Doings>()
  let waiting = 0

  /** One is over: the next begins. */
  function end(user: string, doings: Doings): void {
    const [next] = doings.waiting
    if (next !== undefined) {
      next()
      return
    }
    doings.running -= 1
    if (doings.running === 0) users.delete(user)
  }

  function turnOf(user: string, doings: Doings): () => void {
    let isOver = false
    return () => {
      if (!isOver) end(user, doings)
      isOver = true
    }
  }

  return {
    async take(user, signal) {
      if (signal.aborted) throw cancelledError()
      const doings = users.get(user) ?? { running: 0, waiting: new Set() }
      users.set(user, doings)
      if (doings.running < atOnce) {
        doings.running += 1
        return turnOf(user, doings)
      }
      if (waiting >= mostWaiting) throw busyError(mostWaiting)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = (): void => {
        waiting -= 1
        doings.waiting.delete(begin)
        signal.removeEventListener('abort', give)
      }
      const begin = (): void => {
        leave()
        resolve()
      }
      const give = (): void => {
        leave()
        reject(cancelledError())
      }
      waiting += 1
      doings.waiting.add(begin)
      signal.addEventListener('abort', give)
      await promise
      return turnOf(user, doings)
    },
    waiting: () => waiting,
  }
}
