import type { Slot } from './sql.ts'

/** Slots that are known equal, as one representative: the least of them. */
export type Classes = (slot: Slot) => Slot

/** The classes that pairs of equal slots make. */
export function equalityClasses(equalities: Iterable<readonly [Slot, Slot]>): Classes {
  const parents = new Map<Slot, Slot>()
  const find = (slot: Slot): Slot => {
    let top = slot
    for (let next = parents.get(top); next !== undefined; next = parents.get(top)) top = next
    return top
  }
  for (const [left, right] of equalities) {
    const a = find(left)
    const b = find(right)
    if (a !== b) parents.set(Math.max(a, b), Math.min(a, b))
  }
  return find
}
