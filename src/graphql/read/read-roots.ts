import { type FieldDefinitionNode, specifiedScalarTypes } from 'graphql'
import type { RootDefinition, TypeDefinition } from '../schema.ts'
import { declaredType } from './declared-type.ts'
import { builtInScalars } from './directives.ts'
import { readRootArguments } from './read-arguments.ts'
import { directiveIri, directiveOf } from './read-names.ts'
import { type FieldReading, report } from './reading.ts'

/** Reads the top-level fields: the fields of the query type. */
export function readRoots(
  reading: FieldReading,
  types: ReadonlyMap<string, TypeDefinition>,
): ReadonlyMap<string, RootDefinition> {
  const roots = new Map<string, RootDefinition>()
  for (const node of reading.types.get(reading.queryType)?.fields ?? []) {
    const root = readRoot(reading, types, node)
    if (root !== undefined && !roots.has(root.name)) roots.set(root.name, root)
  }
  return roots
}

function readRoot(
  reading: FieldReading,
  types: ReadonlyMap<string, TypeDefinition>,
  node: FieldDefinitionNode,
): RootDefinition | undefined {
  const name = node.name.value
  const declared = declaredType(node.type)
  const type = types.get(declared.name)
  const path = directiveOf(node, 'path')
  if (path !== undefined) {
    report(reading, `The top-level field "${name}" stands for a class; it takes @iri, not @path.`, path)
  }
  if (declared.lists > 1) {
    report(reading, `The top-level field "${name}" is a list of lists; write [${declared.name}].`, node.type)
  }
  if (type === undefined) {
    // Of an unknown type that has been told.
    if (reading.types.has(declared.name) || isScalar(declared.name)) {
      const message =
        declared.name === reading.queryType
          ? `"${declared.name}" is the query type; no node is of it.`
          : `The top-level field "${name}" gives nodes; it has to be of an object type, interface or union, or a list of one, not ${declared.name}.`
      report(reading, message, node.type)
    }
    return undefined
  }
  const iri = directiveIri(reading, node)
  return {
    name,
    type: type.name,
    classes: iri !== undefined ? [iri] : (types.get(name) ?? type).classes,
    arguments: readRootArguments(reading, node, type.name),
  }
}

function isScalar(name: string): boolean {
  return builtInScalars.has(name) || specifiedScalarTypes.some((scalar) => scalar.name === name)
}
