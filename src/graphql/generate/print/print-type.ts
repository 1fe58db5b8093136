import { describe } from '../describe.ts'
import type { ClassModel } from '../schema-model.ts'
import type { ModelNames } from './model-names.ts'
import { type NamedField, printField } from './print-field.ts'
import { commentText, descriptionText } from './sdl-text.ts'

/** A type with its name: of a class, with the fields that it has and inherits. */
export interface NamedType {
  readonly name: string
  readonly model: ClassModel
  readonly isInterface: boolean
  /** Names of the interfaces that it implements, all of them, by alphabet. */
  readonly interfaces: readonly string[]
  /** By name; without `iri`. */
  readonly fields: readonly NamedField[]
}

/** The definition of a type: an interface where the class has subclasses. */
export function printType(
  { name, model, isInterface, interfaces, fields }: NamedType,
  names: ModelNames,
): string {
  const implemented = interfaces.length === 0 ? '' : ` implements ${interfaces.join(' & ')}`
  return (
    commentText(model.notes) +
    descriptionText(describeType(name, model), '') +
    `${isInterface ? 'interface' : 'type'} ${name}${implemented}${names.iriOf(name, model.iri)} {\n` +
    `  iri: ID!\n${fields.map((field) => printField(field, names)).join('')}}\n`
  )
}

/** What a class is; a type cannot be deprecated (GraphQL, "@deprecated"), so its description says it. */
function describeType(name: string, { label, description, deprecation }: ClassModel): string {
  return [describe(name, label, description), deprecation].filter((part) => part !== undefined).join('\n\n')
}
