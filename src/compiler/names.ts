/** A supply of variable names that occur once in a query. */
export interface Names {
  /** The next number, for what the answer shows: in the order of the selection set. */
  number(): string
  /** The next name for what only the query itself needs. */
  helper(): string
}

/** A new supply, from `0` and `x0` on. */
export function createNames(): Names {
  let numbers = 0
  let helpers = 0
  return { number: () => String(numbers++), helper: () => `x${helpers++}` }
}

/** Whether a variable is of the answer, not a helper. */
export function isShown(name: string): boolean {
  return /^\d/.test(name)
}
