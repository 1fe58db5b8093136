import type { ClassHierarchy } from '../class-hierarchy.ts'
import { mergeScalars } from '../datatypes.ts'
import { rangeKey } from '../range-key.ts'
import type { EnumModel, ModelScalar, RangeModel } from '../schema-model.ts'

/** The ranges of a model as types of GraphQL: what they come to, and which holds which. */
export interface Ranges {
  /** A range whose classes are all in the model: unions have two object types at least. */
  readonly settle: (range: RangeModel) => RangeModel
  /** Whether a field of the settled range `narrow` can implement one of the settled range `wide` (GraphQL, "IsValidImplementationFieldType"). */
  readonly holds: (wide: RangeModel, narrow: RangeModel) => boolean
  /** A settled range for the values of all of these. */
  readonly merge: (ranges: readonly RangeModel[]) => RangeModel
}

/** Beyond this a union says nothing any more to those who read it. */
const mostMembers = 100

const anyNode: RangeModel = { kind: 'scalar', scalar: 'ID' }

/** The {@link Ranges} of a model. */
export function createRanges(hierarchy: ClassHierarchy, enums: readonly EnumModel[]): Ranges {
  const { groupOf } = hierarchy
  const enumOf = new Map(enums.map((one) => [one.key, one] as const))
  const objects = objectsBelow(hierarchy)
  const unions = new Map<string, RangeModel>()
  const isBelow = (below: string, above: string): boolean =>
    below === above || groupOf.get(below)?.ancestors.has(above) === true

  const settle = (range: RangeModel): RangeModel => {
    switch (range.kind) {
      case 'scalar':
        return range
      case 'enum':
        return enumOf.get(range.key)?.values.length ? range : { kind: 'scalar', scalar: 'String' }
      case 'class':
        return groupOf.has(range.iri) ? range : anyNode
      case 'union': {
        const known = unions.get(rangeKey(range))
        const settled = known ?? settleUnion(range.classes.filter((iri) => groupOf.has(iri)))
        unions.set(rangeKey(range), settled)
        return settled
      }
    }
  }

  const settleUnion = (given: readonly string[]): RangeModel => {
    const unique = [...new Set(given)].sort()
    const classes = unique.length > mostMembers ? unique : widest(unique)
    const [first, ...others] = classes
    if (first === undefined) return anyNode
    if (others.length === 0) return { kind: 'class', iri: first }
    if (classes.every((iri) => groupOf.get(iri)?.isInterface === false) && classes.length <= mostMembers) {
      return { kind: 'union', classes }
    }
    const above = nearestAbove(classes)
    if (above !== undefined) return { kind: 'class', iri: above }
    // A union has object types only (GraphQL, "Unions"): for an interface stand those that implement it.
    if (classes.length > mostMembers) return anyNode
    const members = new Set<string>()
    for (const iri of classes) {
      for (const object of objects(iri)) members.add(object)
      if (members.size > mostMembers) return anyNode
    }
    return { kind: 'union', classes: [...members].sort() }
  }

  const widest = (classes: readonly string[]): readonly string[] =>
    classes.filter((iri) => classes.every((other) => other === iri || !isAbove(other, iri)))

  /** Whether `above` stands for `below` in a union: a superclass, or the first by alphabet of classes that are the same. */
  const isAbove = (above: string, below: string): boolean =>
    groupOf.get(above) === groupOf.get(below) ? above < below : isBelow(below, above)

  /** The nearest superclass that all of them have; of several the first by alphabet. */
  const nearestAbove = (classes: readonly string[]): string | undefined => {
    const [first = '', ...others] = classes
    const shared = [first, ...(groupOf.get(first)?.ancestors ?? [])].filter((above) =>
      others.every((iri) => isBelow(iri, above)),
    )
    const depth = (iri: string): number => groupOf.get(iri)?.ancestors.size ?? 0
    return shared.sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1))[0]
  }

  const holds = (wide: RangeModel, narrow: RangeModel): boolean => {
    if (rangeKey(wide) === rangeKey(narrow)) return true
    if (narrow.kind !== 'class') return false
    if (wide.kind === 'class') return groupOf.get(narrow.iri)?.ancestors.has(wide.iri) === true
    return wide.kind === 'union' && wide.classes.includes(narrow.iri)
  }

  const scalarOf = (range: RangeModel): ModelScalar => {
    if (range.kind === 'scalar') return range.scalar
    if (range.kind !== 'enum') return 'ID'
    return enumOf.get(range.key)?.values.some((value) => 'iri' in value) ? 'ID' : 'String'
  }

  const merge = (ranges: readonly RangeModel[]): RangeModel => {
    const [first = anyNode, ...others] = ranges
    if (others.every((range) => rangeKey(range) === rangeKey(first))) return settle(first)
    // Fields of a node can be selected, those of a literal cannot: nodes come first.
    const classes = ranges.flatMap((range) => classesOf(range))
    if (classes.length > 0) return settle({ kind: 'union', classes })
    return { kind: 'scalar', scalar: others.map(scalarOf).reduce(mergeScalars, scalarOf(first)) }
  }

  return { settle, holds, merge }
}

function classesOf(range: RangeModel): readonly string[] {
  if (range.kind === 'class') return [range.iri]
  return range.kind === 'union' ? range.classes : []
}

/** The IRIs of the object types that a class's nodes can be of: the class itself, or those that implement its interface. */
function objectsBelow({ groups, groupOf }: ClassHierarchy): (iri: string) => Iterable<string> {
  let below: Map<string, string[]> | undefined
  return (iri) => {
    if (groupOf.get(iri)?.isInterface === false) return [iri]
    below ??= readBelow(groups)
    return below.get(iri) ?? []
  }
}

function readBelow(groups: ClassHierarchy['groups']): Map<string, string[]> {
  const below = new Map<string, string[]>()
  for (const { classes, ancestors, isInterface } of groups) {
    if (isInterface) continue
    for (const ancestor of ancestors) {
      const known = below.get(ancestor) ?? []
      for (const { iri } of classes) known.push(iri)
      below.set(ancestor, known)
    }
  }
  return below
}
