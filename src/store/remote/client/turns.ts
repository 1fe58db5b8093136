/** Lets so many do something at once, the others in the order in which they came. */
export interface Turns {
  /** Settles when it is one's turn, with what ends it. @throws the reason of the signal */
  take(signal?: AbortSignal): Promise<() => void>
}

/** Turns of which none is taken. */
export function createTurns(most: number): Turns {
  let free = most
  const waiting = new Set<() => void>()

  function once(): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      free += 1
      const [next] = waiting
      if (next === undefined) return
      waiting.delete(next)
      next()
    }
  }

  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (free === 0 || waiting.size > 0) {
        await new Promise<void>((resolve, reject) => {
          const begin = (): void => {
            signal?.removeEventListener('abort', leave)
            // Taken before anybody who comes meanwhile can take it.
            free -= 1
            resolve()
          }
          const leave = (): void => {
            waiting.delete(begin)
            reject(signal?.reason)
          }
          waiting.add(begin)
          signal?.addEventListener('abort', leave, { once: true })
        })
      } else free -= 1
      return once()
    },
  }
}
