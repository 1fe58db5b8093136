import { type FieldDefinitionNode, type InputValueDefinitionNode, Kind } from 'graphql'
import { iriOfName } from '../../rdf/namespaces.ts'
import {
  type ArgumentDefinition,
  type LeafType,
  type Path,
  pathText,
  propertyPath,
  type Scalar,
  type ValueType,
} from '../schema.ts'
import { type DeclaredType, declaredType } from './declared-type.ts'
import { withoutPlace } from './forget-syntax.ts'
import { pathsOfNodes } from './paths-of-nodes.ts'
import { directiveOf, directivePath } from './read-names.ts'
import { checkOrderBy } from './read-order-by.ts'
import { type FieldReading, report } from './reading.ts'
import { leafType } from './value-type.ts'

/** Reads the arguments of a top-level field whose values are of the type `type`. */
export function readRootArguments(
  reading: FieldReading,
  field: FieldDefinitionNode,
  type: string,
): ReadonlyMap<string, ArgumentDefinition> {
  return readArguments(field, (node) => {
    const name = node.name.value
    if (!hasOwnPath(node)) {
      switch (name) {
        case 'first':
        case 'skip':
          checkType(reading, node, ['Int'], false)
          checkCount(reading, node)
          return { name, kind: name, value: { kind: 'scalar', scalar: 'Int' }, ...defaultOf(node) }
        case 'orderBy':
          checkOrderBy(reading, node, type)
          return { name, kind: name, value: { kind: 'scalar', scalar: 'any' }, ...defaultOf(node) }
      }
    }
    return readFilter(reading, node, { kind: 'node', type })
  })
}

/** Reads the arguments of a field of a type, whose values are `value`. */
export function readNestedArguments(
  reading: FieldReading,
  field: FieldDefinitionNode,
  value: ValueType,
): ReadonlyMap<string, ArgumentDefinition> {
  return readArguments(field, (node) => {
    const name = node.name.value
    if (value.kind === 'enum' || (value.kind === 'scalar' && !mayBeNodes.has(value.scalar))) {
      const message = `"${name}" filters nodes, but the values of "${field.name.value}" are declared ${declaredType(field.type).name}.`
      report(reading, message, node.name)
      return undefined
    }
    if ((name === 'first' || name === 'skip' || name === 'orderBy') && !hasOwnPath(node)) {
      const message = `"${name}" works on top-level fields only; an argument that filters by a property of that name needs @iri or @path.`
      report(reading, message, node.name)
    }
    return readFilter(reading, node, value)
  })
}

/** Scalars whose values may be nodes. */
const mayBeNodes: ReadonlySet<Scalar> = new Set(['ID', 'any'])

function readArguments(
  field: FieldDefinitionNode,
  read: (node: InputValueDefinitionNode) => ArgumentDefinition | undefined,
): ReadonlyMap<string, ArgumentDefinition> {
  const found = new Map<string, ArgumentDefinition>()
  for (const node of field.arguments ?? []) {
    const argument = read(node)
    if (argument !== undefined && !found.has(argument.name)) found.set(argument.name, argument)
  }
  return found
}

function readFilter(
  reading: FieldReading,
  node: InputValueDefinitionNode,
  target: ValueType,
): ArgumentDefinition | undefined {
  const name = node.name.value
  if (name === 'iri' && !hasOwnPath(node)) {
    const type = checkType(reading, node, ['ID', 'String'], true)
    const scalar = type.name === 'String' ? 'String' : 'ID'
    return { name, kind: 'iri', value: { kind: 'scalar', scalar }, ...defaultOf(node) }
  }
  const type = declaredType(node.type)
  const value = filterType(reading, node, type)
  const path = directivePath(reading, node) ?? pathOfTarget(reading, node, target)
  return value && { name, kind: 'property', path, value, ...defaultOf(node) }
}

function filterType(
  reading: FieldReading,
  node: InputValueDefinitionNode,
  type: DeclaredType,
): LeafType | undefined {
  if (reading.types.get(type.name)?.kind === 'input') {
    const message = `"${node.name.value}" filters by a value: a scalar, an enum or a list of one, not the input type "${type.name}".`
    report(reading, message, node.type)
    return undefined
  }
  if (type.lists > 1) {
    const message = `"${node.name.value}" is a list of lists; values to match are one list: [${type.name}].`
    report(reading, message, node.type)
  }
  return leafType(reading, type.name)
}

/** The way of the field of the argument's name in the type of the values; else by the rules for names. */
function pathOfTarget(reading: FieldReading, node: InputValueDefinitionNode, target: ValueType): Path {
  const name = node.name.value
  const found = target.kind === 'node' ? pathsOfNodes(reading, target.type).get(name) : undefined
  if (found === undefined) return propertyPath(iriOfName(name, reading.namespaces))
  const { path, type, other } = found
  if (other !== undefined) {
    const meanings = `${pathText(path)} in "${type}" and for ${pathText(other.path)} in "${other.type}"`
    report(reading, `"${name}" stands for ${meanings}; the argument needs @iri or @path.`, node.name)
  }
  return path
}

function checkType(
  reading: FieldReading,
  node: InputValueDefinitionNode,
  names: readonly string[],
  canBeList: boolean,
): DeclaredType {
  const type = declaredType(node.type)
  if (!names.includes(type.name) || type.lists > (canBeList ? 1 : 0)) {
    const wanted = names.join(', ') + (canBeList ? ' or a list of one' : '')
    report(reading, `The built-in argument "${node.name.value}" has to be of type ${wanted}.`, node.type)
  }
  return type
}

function hasOwnPath(node: InputValueDefinitionNode): boolean {
  return directiveOf(node, 'iri') !== undefined || directiveOf(node, 'path') !== undefined
}

/** The default value of `first` or `skip` is a number of nodes. */
function checkCount(reading: FieldReading, { name, defaultValue }: InputValueDefinitionNode): void {
  if (defaultValue?.kind !== Kind.INT || !defaultValue.value.startsWith('-')) return
  report(reading, `"${name.value}" cannot be negative; it is ${defaultValue.value}.`, defaultValue)
}

function defaultOf(node: InputValueDefinitionNode): Pick<ArgumentDefinition, 'defaultValue'> {
  return node.defaultValue === undefined ? {} : { defaultValue: withoutPlace(node.defaultValue) }
}
