import type { PropertyPath } from '../../../sparql/property-path.ts'

/**
 * A property path as it is walked, from near to far: predicates are numbers of the database, what the database does not
 * know is left out, and repetitions of repetitions are one.
 */
export type Walk =
  /** One step along any of the predicates, against them where `inverse`. */
  | { readonly kind: 'along'; readonly predicates: readonly number[]; readonly inverse: boolean }
  /** One step along any predicate but these. */
  | { readonly kind: 'others'; readonly predicates: readonly number[]; readonly inverse: boolean }
  | { readonly kind: 'sequence'; readonly walks: readonly Walk[] }
  | { readonly kind: 'alternative'; readonly walks: readonly Walk[] }
  | RepeatedWalk

/** A walk that is made no time too where `zero`, and again and again where `many`. */
export interface RepeatedWalk {
  readonly kind: 'repeated'
  readonly walk: Walk
  readonly zero: boolean
  readonly many: boolean
}

/** The walk of a path; `lookup` gives the number of a predicate, `undefined` where there is none. */
export function walkOf(path: PropertyPath, lookup: (iri: string) => number | undefined): Walk {
  const all = (paths: readonly PropertyPath[]) => paths.map((one) => walkOf(one, lookup))
  const numbers = (iris: readonly string[]) => iris.map(lookup).filter((id) => id !== undefined)
  switch (path.kind) {
    case 'link':
      return { kind: 'along', predicates: numbers([path.iri]), inverse: false }
    case 'inverse':
      return reversed(walkOf(path.path, lookup))
    case 'sequence':
      return { kind: 'sequence', walks: all(path.paths) }
    case 'alternative':
      return alternative(all(path.paths))
    case 'repeated':
      return repeated(walkOf(path.path, lookup), path.times !== 'oneOrMore', path.times !== 'zeroOrOne')
    case 'negated':
      return alternative([
        ...(path.forward === undefined
          ? []
          : [{ kind: 'others', predicates: numbers(path.forward), inverse: false } as const]),
        ...(path.inverse === undefined
          ? []
          : [{ kind: 'others', predicates: numbers(path.inverse), inverse: true } as const]),
      ])
  }
}

/** The repetition of a walk; of one that is repeated itself, what both allow. */
export function repeated(walk: Walk, zero: boolean, many: boolean): RepeatedWalk {
  return walk.kind === 'repeated'
    ? { ...walk, zero: zero || walk.zero, many: many || walk.many }
    : { kind: 'repeated', walk, zero, many }
}

/** Any of several walks; single steps in one direction become one step. */
function alternative(walks: readonly Walk[]): Walk {
  const flat = walks.flatMap((walk) => (walk.kind === 'alternative' ? walk.walks : [walk]))
  const merged = [false, true].flatMap((inverse) => {
    const steps = flat.filter((walk) => walk.kind === 'along' && walk.inverse === inverse)
    const predicates = steps.flatMap((walk) => (walk.kind === 'along' ? walk.predicates : []))
    return predicates.length === 0 ? [] : [{ kind: 'along', predicates, inverse } as const]
  })
  const all = [...merged, ...flat.filter((walk) => walk.kind !== 'along')]
  const [only] = all
  return only !== undefined && all.length === 1 ? only : { kind: 'alternative', walks: all }
}

/** The same walk from far to near. */
export function reversed(walk: Walk): Walk {
  switch (walk.kind) {
    case 'along':
    case 'others':
      return { ...walk, inverse: !walk.inverse }
    case 'sequence':
      return { ...walk, walks: walk.walks.map(reversed).reverse() }
    case 'alternative':
      return { ...walk, walks: walk.walks.map(reversed) }
    case 'repeated':
      return { ...walk, walk: reversed(walk.walk) }
  }
}

/** Whether a walk may end where it begins without a step. */
export function mayStay(walk: Walk): boolean {
  switch (walk.kind) {
    case 'along':
    case 'others':
      return false
    case 'sequence':
      return walk.walks.every(mayStay)
    case 'alternative':
      return walk.walks.some(mayStay)
    case 'repeated':
      return walk.zero || mayStay(walk.walk)
  }
}
