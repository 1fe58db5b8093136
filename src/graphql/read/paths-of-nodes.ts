import type { Path } from '../schema.ts'
import { type FieldReading, typesWithFields } from './reading.ts'

/** The way of a field in the first type that has it, and in the first that has another way. */
export interface FieldPath {
  readonly path: Path
  readonly type: string
  readonly other?: { readonly path: Path; readonly type: string }
}

/** Put together once for each type: a union may have thousands of members, and be the type of thousands of top-level fields. */
const knownPaths = new WeakMap<FieldReading['paths'], Map<string, ReadonlyMap<string, FieldPath>>>()

/** The ways of the fields that nodes of a type have, by their names; the built-in `iri` is none of them. */
export function pathsOfNodes(reading: FieldReading, type: string): ReadonlyMap<string, FieldPath> {
  const known = knownPaths.get(reading.paths) ?? new Map<string, ReadonlyMap<string, FieldPath>>()
  knownPaths.set(reading.paths, known)
  const before = known.get(type)
  if (before !== undefined) return before
  const paths = new Map<string, FieldPath>()
  for (const member of typesWithFields(reading, type)) {
    for (const [name, path] of reading.paths.get(member) ?? []) {
      if (path === 'iri') continue
      const found = paths.get(name)
      if (found === undefined) paths.set(name, { path, type: member })
      else if (found.other === undefined && !isSamePath(found.path, path)) {
        paths.set(name, { ...found, other: { path, type: member } })
      }
    }
  }
  known.set(type, paths)
  return paths
}

function isSamePath(one: Path, other: Path): boolean {
  if (one.length !== other.length) return false
  return one.every(({ predicate, inverse }, at) => {
    const step = other[at]
    return step?.predicate === predicate && step.inverse === inverse
  })
}
