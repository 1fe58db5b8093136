import { ServiceError } from '../../../errors.ts'
import type { Namespaces } from '../../../rdf/namespaces.ts'
import { type ClassGroup, type ClassHierarchy, classHierarchy } from '../class-hierarchy.ts'
import type { SchemaModel } from '../schema-model.ts'
import { type Fields, inheritFields } from './inherited-fields.ts'
import { type ModelNames, nameModel } from './model-names.ts'
import { createRanges } from './model-ranges.ts'
import { printEnums } from './print-enums.ts'
import { deprecationsOf, type NamedField, typeName } from './print-field.ts'
import { printTopLevelField } from './print-top-level-field.ts'
import { type NamedType, printType } from './print-type.ts'
import { commentText } from './sdl-text.ts'
import { queryTypeName } from './type-names.ts'
import { writableModel } from './writable-model.ts'

/**
 * The text of a schema for a model: a type for each class, an interface for each that has subclasses, and a top-level field for
 * each. Names that do not denote their IRI by the namespaces have an `@iri`. Types and fields stand by alphabet, so that two runs
 * give the same text.
 *
 * @throws ServiceError `invalidSchema` where the model has no class; `limitExceeded` where the text would be out of all measure
 */
export function printSchema(model: SchemaModel, namespaces: Namespaces): string {
  const writable = writableModel(model)
  if (!writable.classes.some(({ isClass }) => isClass !== false)) {
    throw new ServiceError('invalidSchema', 'There is nothing to make a schema of: no class is known.')
  }
  const hierarchy = classHierarchy(writable.classes)
  const names = nameModel(writable, hierarchy, namespaces)
  const types = namedTypes(writable, hierarchy, names)
  const topLevel = types
    .filter(({ model: { isClass } }) => isClass !== false)
    .map(({ name, fields, model: { deprecation } }) => printTopLevelField(name, fields, deprecation, names))
  return [
    `${commentText(writable.notes)}schema {\n  query: ${queryTypeName}\n}\n`,
    `type ${queryTypeName} {\n${topLevel.join('')}}\n`,
    ...types.map((type) => printType(type, names)),
    ...printUnions(types, names),
    ...printEnums(writable.enums, names.types.enums, namespaces),
  ].join('\n')
}

function namedTypes(model: SchemaModel, hierarchy: ClassHierarchy, names: ModelNames): readonly NamedType[] {
  const fields = inheritFields(hierarchy, createRanges(hierarchy, model.enums))
  const deprecations = deprecationsOf(model.classes)
  return hierarchy.groups
    .flatMap((group) => {
      const named = namedFields(group, fields.get(group) ?? new Map(), names, deprecations)
      const interfaces = [...group.ancestors].flatMap((iri) => names.types.classes.get(iri) ?? []).sort()
      return group.classes.map((one) => ({
        name: names.types.classes.get(one.iri) ?? '',
        model: one,
        isInterface: group.isInterface,
        interfaces,
        fields: named,
      }))
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The fields of a group by name. */
function namedFields(
  group: ClassGroup,
  fields: Fields,
  names: ModelNames,
  deprecations: ReadonlyMap<string, string>,
): readonly NamedField[] {
  return [...fields]
    .map(([key, field]) => ({ name: names.fields(group, key), field, deprecation: deprecations.get(key) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The unions that fields lead to, each once, by name. */
function printUnions(types: readonly NamedType[], names: ModelNames): string[] {
  const unions = new Map<string, string>()
  for (const { fields } of types) {
    for (const {
      field: { range },
    } of fields) {
      if (range.kind !== 'union') continue
      const members = range.classes.flatMap((iri) => names.types.classes.get(iri) ?? []).sort()
      unions.set(typeName(range, names), members.join(' | '))
    }
  }
  return [...unions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => `union ${name} = ${members}\n`)
}
