import type { Reasoner } from '../reasoning/reasoner.ts'

/** Classes without those that are below another of them; of classes that are the same the first stays. */
export function uppermost(types: readonly string[], reasoner: Reasoner): readonly string[] {
  const below = types.map((one) => reasoner.subclasses(one))
  return types.filter((one, at) =>
    types.every((other, place) => {
      if (other === one || below[place]?.has(one) !== true) return true
      return below[at]?.has(other) === true && at < place
    }),
  )
}
