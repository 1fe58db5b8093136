import { type ASTNode, type ConstValueNode, type InputValueDefinitionNode, Kind } from 'graphql'
import { nearestName } from '../rdf/nearest-name.ts'
import type { Declaration } from './declarations.ts'
import { declaredType } from './declared-type.ts'
import { type FieldReading, report } from './reading.ts'

const forms =
  '"orderBy" has to be of type OrderBy, String, an enum of field names, an input type of "field" and "desc", or a list of one.'

/** Checks the built-in argument `orderBy`: its type, and that the names in its type and default value are fields of `type`. */
export function checkOrderBy(reading: FieldReading, node: InputValueDefinitionNode, type: string): void {
  const declared = declaredType(node.type)
  if (declared.lists > 1) report(reading, forms, node.type)
  const names = fieldNames(reading, type)
  const declaration = reading.types.get(declared.name)
  if (declaration?.kind === 'enum') checkEnum(reading, declaration, names, type)
  else if (declaration?.kind === 'input') checkInput(reading, declaration, names, type)
  else if (declared.name !== 'String' && declared.name !== 'OrderBy') report(reading, forms, node.type)
  if (node.defaultValue !== undefined) checkNames(reading, node.defaultValue, names, type)
}

/** The names that nodes of a type can be ordered by: its fields, those of a union's members, and `iri`. */
function fieldNames(reading: FieldReading, type: string): ReadonlySet<string> {
  const declaration = reading.types.get(type)
  const types = declaration?.kind === 'union' ? declaration.members.map(({ name }) => name.value) : [type]
  return new Set(['iri', ...types.flatMap((name) => [...(reading.paths.get(name)?.keys() ?? [])])])
}

function checkEnum(
  reading: FieldReading,
  declaration: Declaration,
  names: ReadonlySet<string>,
  type: string,
): void {
  for (const { name } of declaration.values) checkName(reading, name.value, names, type, name)
}

function checkInput(
  reading: FieldReading,
  declaration: Declaration,
  names: ReadonlySet<string>,
  type: string,
): void {
  let hasField = false
  for (const node of declaration.inputFields) {
    const { name, lists } = declaredType(node.type)
    const fieldType = reading.types.get(name)
    if (node.name.value === 'field' && lists === 0 && (name === 'String' || fieldType?.kind === 'enum')) {
      hasField = true
      if (fieldType !== undefined) checkEnum(reading, fieldType, names, type)
      if (node.defaultValue !== undefined) checkNames(reading, node.defaultValue, names, type)
    } else if (node.name.value !== 'desc' || lists > 0 || name !== 'Boolean') {
      const message = `An input type for "orderBy" has "field", a String or an enum of field names, and "desc: Boolean"; this one is neither.`
      report(reading, message, node)
    }
  }
  if (!hasField)
    report(reading, `"${declaration.name}" is for "orderBy", but has no "field".`, declaration.node.name)
}

function checkNames(
  reading: FieldReading,
  value: ConstValueNode,
  names: ReadonlySet<string>,
  type: string,
): void {
  switch (value.kind) {
    case Kind.STRING:
    case Kind.ENUM:
      checkName(reading, value.value, names, type, value)
      break
    case Kind.LIST:
      for (const item of value.values) checkNames(reading, item, names, type)
      break
    case Kind.OBJECT:
      for (const field of value.fields) {
        if (field.name.value === 'field') checkNames(reading, field.value, names, type)
      }
      break
    default:
      break
  }
}

function checkName(
  reading: FieldReading,
  name: string,
  names: ReadonlySet<string>,
  type: string,
  node: ASTNode,
): void {
  if (names.has(name)) return
  const near = nearestName(name, names)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  report(reading, `"${name}" in "orderBy" is no field of "${type}".${hint}`, node)
}
