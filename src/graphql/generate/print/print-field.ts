import { pathText } from '../../schema.ts'
import type { RangeModel, SchemaModel } from '../schema-model.ts'
import type { Field } from './inherited-fields.ts'
import type { ModelNames } from './model-names.ts'
import { descriptionText, stringText } from './sdl-text.ts'

/** A field with its name. */
export interface NamedField {
  readonly name: string
  readonly field: Field
  /** Why it should not be used any more: the same in all types. */
  readonly deprecation: string | undefined
}

/** The definition of a field in a type, with its description. */
export function printField({ name, field, deprecation }: NamedField, names: ModelNames): string {
  const { property, range, isList, isRequired, isInherited } = field
  const type = typeName(range, names)
  const isNode = range.kind === 'class' || range.kind === 'union'
  const shape = `${isList ? `[${type}!]` : type}${isRequired ? '!' : ''}`
  return (
    // What many types inherit would be said many times.
    (isInherited ? '' : descriptionText(property.description, '  ')) +
    `  ${name}${isNode ? '(iri: [ID!])' : ''}: ${shape}${names.pathOf(name, property.path)}${deprecationText(deprecation)}\n`
  )
}

/** The name of the type of a range. */
export function typeName(range: RangeModel, names: ModelNames): string {
  switch (range.kind) {
    case 'scalar':
      return range.scalar
    case 'class':
      return names.types.classes.get(range.iri) ?? 'ID'
    case 'union':
      return names.types.union(range)
    case 'enum':
      return names.types.enums.get(range.key) ?? 'String'
  }
}

/** ` @deprecated(…)`; nothing of what is not. */
export function deprecationText(reason: string | undefined): string {
  return reason === undefined ? '' : ` @deprecated(reason: ${stringText(reason)})`
}

/**
 * Reasons by the key of a path: of properties that are deprecated wherever they stand, since a type may not deprecate what its
 * interface does not.
 */
export function deprecationsOf(classes: SchemaModel['classes']): ReadonlyMap<string, string> {
  const reasons = new Map<string, string | undefined>()
  for (const { properties } of classes) {
    for (const { path, deprecation } of properties) {
      const key = pathText(path)
      reasons.set(
        key,
        deprecation === undefined ? undefined : reasons.has(key) ? reasons.get(key) : deprecation,
      )
    }
  }
  return new Map(
    [...reasons].flatMap(([key, reason]) => (reason === undefined ? [] : [[key, reason] as const])),
  )
}
