/**
 * The one of `names` that `name` was probably meant to be: one letter added, left out, replaced, or two neighbours
 * swapped; `undefined` where there is none. Names of fewer than three letters are too short to guess from.
 * Of several the first by alphabet, so that messages do not depend on the order of insertion.
 */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined
  if (name.length < 3) return nearest
  for (const candidate of names) {
    if (candidate.length < 3 || candidate === name || !isOneEditAway(name, candidate)) continue
    if (nearest === undefined || candidate < nearest) nearest = candidate
  }
  return nearest
}

/** Whether `a` becomes `b` by one insertion, deletion, replacement or swap of neighbours. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  if (a.length > b.length) return a.slice(start + 1) === b.slice(start)
  if (a.length < b.length) return a.slice(start) === b.slice(start + 1)
  if (a.slice(start + 1) === b.slice(start + 1)) return true
  return a[start] === b[start + 1] && a[start + 1] === b[start] && a.slice(start + 2) === b.slice(start + 2)
}
