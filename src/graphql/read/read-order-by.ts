import { type ASTNode, type ConstValueNode, type InputValueDefinitionNode, Kind } from 'graphql'
import type { Declaration } from './declarations.ts'
import { declaredType } from './declared-type.ts'
import { pathsOfNodes } from './paths-of-nodes.ts'
import { didYouMean, type FieldReading, isCrowded, report } from './reading.ts'

const forms =
  '"orderBy" has to be of type OrderBy or String, of an enum of field names, of an input type with "field" and "desc", or a list of one of those.'

/** Checks the built-in argument `orderBy`: its type, and that the names in its type and default value are fields of `type`. */
export function checkOrderBy(reading: FieldReading, node: InputValueDefinitionNode, type: string): void {
  const declared = declaredType(node.type)
  const declaration = reading.types.get(declared.name)
  const isScalar = declared.name === 'String' || declared.name === 'OrderBy'
  if (declared.lists > 1) report(reading, forms, node.type)
  else if (declaration?.kind === 'enum') checkOnce(reading, declaration, type, checkEnum)
  else if (declaration?.kind === 'input') checkOnce(reading, declaration, type, checkInput)
  else if (!isScalar) report(reading, forms, node.type)
  if (node.defaultValue !== undefined) checkNames(reading, node.defaultValue, type)
}

type Check = (reading: FieldReading, declaration: Declaration, type: string) => void

/** Many top-level fields may have one type of orders, and one type of nodes. */
function checkOnce(reading: FieldReading, declaration: Declaration, type: string, check: Check): void {
  const key = `${declaration.name} ${type}`
  if (reading.checkedOrders.has(key)) return
  reading.checkedOrders.add(key)
  check(reading, declaration, type)
}

function checkEnum(reading: FieldReading, declaration: Declaration, type: string): void {
  for (const { name } of declaration.values) {
    if (isCrowded(reading)) return
    checkName(reading, name.value, type, name)
  }
}

function checkInput(reading: FieldReading, declaration: Declaration, type: string): void {
  let hasField = false
  for (const node of declaration.inputFields) {
    const { name, lists } = declaredType(node.type)
    const fieldType = reading.types.get(name)
    if (node.name.value === 'field' && lists === 0 && (name === 'String' || fieldType?.kind === 'enum')) {
      hasField = true
      if (fieldType?.kind === 'enum') checkOnce(reading, fieldType, type, checkEnum)
      if (node.defaultValue !== undefined) checkNames(reading, node.defaultValue, type)
    } else if (node.name.value !== 'desc' || lists > 0 || name !== 'Boolean') {
      const message =
        'An input type for "orderBy" has "field", a String or an enum of field names, and "desc", a Boolean; nothing else.'
      report(reading, message, node)
    }
  }
  if (!hasField) {
    report(reading, `"${declaration.name}" is for "orderBy", but has no "field".`, declaration.node.name)
  }
}

function checkNames(reading: FieldReading, value: ConstValueNode, type: string): void {
  switch (value.kind) {
    case Kind.STRING:
    case Kind.ENUM:
      checkName(reading, value.value, type, value)
      break
    case Kind.LIST:
      for (const item of value.values) checkNames(reading, item, type)
      break
    case Kind.OBJECT:
      for (const field of value.fields) {
        if (field.name.value === 'field') checkNames(reading, field.value, type)
      }
      break
    default:
      break
  }
}

/** Nodes can be ordered by a field of their type, or of a member of their union, and by `iri`. */
function checkName(reading: FieldReading, name: string, type: string, node: ASTNode): void {
  const paths = pathsOfNodes(reading, type)
  if (name === 'iri' || paths.has(name)) return
  const near = didYouMean(reading, name, paths.keys())
  const message = `"${name}" in "orderBy" is no field of "${type}".${near}`
  report(reading, message, node)
}
