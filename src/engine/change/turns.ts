/** Work that is done one after the other. */
export interface Turns {
  /** Does the work when what was given before it under the same key has ended, well or badly. */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** No work waits. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(key, work) {
      const before = last.get(key) ?? Promise.resolve()
      const result = before.then(work, work)
      const settled = result.catch(() => {})
      last.set(key, settled)
      void settled.then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
      return result
    },
  }
}
