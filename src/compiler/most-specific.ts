import type { Reasoner } from '../reasoning/reasoner.ts'
import type { Typename } from './operation.ts'

/**
 * Named classes among which a node is given its type: by the classes that are stated of it, of which each counts as the nearest
 * named class above it, unless it is named itself.
 */
export interface NamedClasses {
  /** GraphQL names by the IRIs of classes. */
  readonly names: ReadonlyMap<string, string>
  /** What a class counts as, a named one as itself; absent: as none. */
  readonly nearest: ReadonlyMap<string, string>
  /** Classes below each named one, itself among them. */
  readonly below: ReadonlyMap<string, ReadonlySet<string>>
}

/** Gives types to nodes that are of more classes than are stated of them; `undefined`: as without reasoning. */
export type SpecificTypes = (name: Typename) => NamedClasses | undefined

/** How named classes stand to each other, and others to them. */
export function relateClasses(names: ReadonlyMap<string, string>, reasoner: Reasoner): NamedClasses {
  const below = new Map([...names.keys()].map((iri) => [iri, reasoner.subclasses(iri)] as const))
  const nearest = new Map<string, string>()
  // A class that is below another has fewer below it; the nearest is the last to be written.
  const fromAbove = [...below].sort(
    ([a, ofA], [b, ofB]) => ofB.size - ofA.size || compare(nameOf(b), nameOf(a)) || compare(b, a),
  )
  for (const [iri, classes] of fromAbove) for (const one of classes) nearest.set(one, iri)
  for (const iri of names.keys()) nearest.set(iri, iri)
  return { names, nearest, below }

  function nameOf(iri: string): string {
    return names.get(iri) ?? ''
  }
}

/**
 * The name of the most specific of the named classes that stated classes count as: of several, none of which is below
 * another, `preferred` if it is one of their names, else the first by name. `undefined` where they count as none.
 */
export function mostSpecificName(
  stated: readonly string[],
  { names, nearest, below }: NamedClasses,
  preferred: string,
): string | undefined {
  const found = new Set(stated.flatMap((iri) => nearest.get(iri) ?? []))
  const isBelow = (one: string, other: string): boolean =>
    below.get(other)?.has(one) === true && below.get(one)?.has(other) !== true
  const specific = [...found]
    .filter((iri) => ![...found].some((other) => isBelow(other, iri)))
    .flatMap((iri) => names.get(iri) ?? [])
  return specific.includes(preferred) ? preferred : specific.sort()[0]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
