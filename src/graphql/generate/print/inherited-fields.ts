import { ServiceError } from '../../../errors.ts'
import { pathText } from '../../schema.ts'
import type { ClassGroup, ClassHierarchy } from '../class-hierarchy.ts'
import { rangeKey } from '../range-key.ts'
import type { PropertyModel, RangeModel } from '../schema-model.ts'
import type { Ranges } from './model-ranges.ts'

/** The fields of a type by the key of their path, inherited ones too. */
export type Fields = ReadonlyMap<string, Field>

/** A field of a type, in agreement with the interfaces that the type implements. */
export interface Field {
  readonly property: PropertyModel
  readonly range: RangeModel
  readonly isList: boolean
  readonly isRequired: boolean
  /** Whether a superclass has it too. */
  readonly isInherited: boolean
}

const mostFields = 200_000

/**
 * The fields of every group of classes. A subclass narrows a field where GraphQL lets it; where superclasses do not agree, a field
 * is the same in their whole family: a list where any says so, of whatever holds the values of all.
 *
 * @throws ServiceError `limitExceeded` where the fields are too many to be written down
 */
export function inheritFields(hierarchy: ClassHierarchy, ranges: Ranges): ReadonlyMap<ClassGroup, Fields> {
  const declared = new Map(hierarchy.groups.map((group) => [group, declaredFields(group, ranges)] as const))
  const first = passDown(hierarchy, declared, ranges, new Map())
  if (first.conflicts.size === 0) return first.fields
  return passDown(hierarchy, declared, ranges, agree(first.conflicts, declared, ranges)).fields
}

type Shape = Pick<Field, 'range' | 'isList'>

interface PassedDown {
  readonly fields: ReadonlyMap<ClassGroup, Fields>
  /** By {@link familyKey}. */
  readonly conflicts: ReadonlySet<string>
}

function passDown(
  { groups }: ClassHierarchy,
  declared: ReadonlyMap<ClassGroup, Fields>,
  ranges: Ranges,
  agreed: ReadonlyMap<string, Shape>,
): PassedDown {
  const fields = new Map<ClassGroup, Fields>()
  const conflicts = new Set<string>()
  let count = 0
  for (const group of groups) {
    const own = declared.get(group) ?? new Map<string, Field>()
    const parents = group.parents.map((parent) => fields.get(parent) ?? new Map<string, Field>())
    const all = new Map<string, Field>()
    for (const key of new Set([...parents.flatMap((parent) => [...parent.keys()]), ...own.keys()])) {
      const inherited = parents.flatMap((parent) => parent.get(key) ?? [])
      const field = settleField(own.get(key), inherited, ranges)
      if (field === undefined) continue
      const shape = agreed.get(familyKey(group, key))
      if (shape === undefined && field.isInConflict) conflicts.add(familyKey(group, key))
      all.set(key, { ...field.field, ...shape })
    }
    fields.set(group, all)
    count += all.size * group.classes.length
    if (count > mostFields) throw tooMany()
  }
  return { fields, conflicts }
}

/** A field as its superclasses let it be; the first of them decides where they do not agree. */
function settleField(
  own: Field | undefined,
  inherited: readonly Field[],
  ranges: Ranges,
): { readonly field: Field; readonly isInConflict: boolean } | undefined {
  const [first] = inherited
  if (first === undefined) return own && { field: own, isInConflict: false }
  // Many superclasses, few ranges.
  const wide = [...new Map(inherited.map(({ range }) => [rangeKey(range), range] as const)).values()]
  const candidates = own === undefined ? wide : [own.range, ...wide]
  const fitting = candidates.find((range) => wide.every((one) => ranges.holds(one, range)))
  const field = {
    property: own?.property ?? first.property,
    range: fitting ?? first.range,
    // One value at most, or several: what is said of a class is said of its subclasses.
    isList: first.isList,
    isRequired: own?.isRequired === true || inherited.some(({ isRequired }) => isRequired),
    isInherited: true,
  }
  return {
    field,
    isInConflict: fitting === undefined || inherited.some(({ isList }) => isList !== first.isList),
  }
}

/** What the fields in conflict come to. */
function agree(
  conflicts: ReadonlySet<string>,
  declared: ReadonlyMap<ClassGroup, Fields>,
  ranges: Ranges,
): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape[]>()
  for (const [group, fields] of declared) {
    for (const [key, field] of fields) {
      const inFamily = familyKey(group, key)
      if (!conflicts.has(inFamily)) continue
      const known = shapes.get(inFamily)
      if (known === undefined) shapes.set(inFamily, [field])
      else known.push(field)
    }
  }
  return new Map(
    [...shapes].map(([key, found]) => {
      const different = new Map(found.map(({ range }) => [rangeKey(range), range] as const))
      const range = ranges.merge([...different.keys()].sort().flatMap((one) => different.get(one) ?? []))
      return [key, { range, isList: found.some(({ isList }) => isList) }] as const
    }),
  )
}

/** What the classes of one group say themselves; where two say something of one path, both hold. */
function declaredFields(group: ClassGroup, ranges: Ranges): Fields {
  const fields = new Map<string, Field>()
  for (const { properties } of group.classes) {
    for (const property of properties) {
      const key = pathText(property.path)
      const known = fields.get(key)
      const range = ranges.settle(property.range)
      fields.set(key, {
        property: known?.property ?? property,
        range: known === undefined || ranges.holds(known.range, range) ? range : known.range,
        isList: property.isList && known?.isList !== false,
        isRequired: property.isRequired || known?.isRequired === true,
        isInherited: false,
      })
    }
  }
  return fields
}

function familyKey(group: ClassGroup, key: string): string {
  return `${group.family} ${key}`
}

function tooMany(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `No schema is generated: its types would have more than ${mostFields.toLocaleString('en')} fields, inherited ones among them.`,
  )
}
