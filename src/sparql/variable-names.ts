import type { Operation } from './algebra.ts'

/** The names of all variables of an operation, wherever they stand in it; those in `except`, a part of it, alone are left out. */
export function variableNames(operation: Operation, except?: Operation): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<object>()
  // Plain data: whatever names a variable is a string, and one string too many is one name not given.
  const collect = (part: unknown): void => {
    if (typeof part === 'string') names.add(part)
    if (typeof part !== 'object' || part === null || part === except || seen.has(part)) return
    seen.add(part)
    for (const inner of Object.values(part)) collect(inner)
  }
  collect(operation)
  return names
}
