import type { FieldDefinitionNode } from 'graphql'
import type { FieldDefinition, TypeDefinition } from '../schema.ts'
import type { Declaration } from './declarations.ts'
import { declaredType } from './declared-type.ts'
import { readNestedArguments } from './read-arguments.ts'
import { directiveIri, iriOfNode } from './read-names.ts'
import { type FieldReading, report, type SchemaReading } from './reading.ts'
import { valueType } from './value-type.ts'

/** IRIs of the classes of a declared type; of a union without `@iri` those of its members. */
function classesOf(reading: SchemaReading, declaration: Declaration): readonly string[] {
  const named = { name: declaration.node.name, directives: declaration.directives }
  if (declaration.kind !== 'union') return [iriOfNode(reading, named)]
  const iri = directiveIri(reading, named)
  if (iri !== undefined) return [iri]
  const classes = declaration.members.flatMap(({ name }) => {
    const member = reading.types.get(name.value)
    return member?.kind === 'object'
      ? [iriOfNode(reading, { name: member.node.name, directives: member.directives })]
      : []
  })
  return [...new Set(classes)]
}

function readFields(reading: FieldReading, declaration: Declaration): ReadonlyMap<string, FieldDefinition> {
  const fields = new Map<string, FieldDefinition>()
  for (const node of declaration.fields) {
    const field = readField(reading, declaration, node)
    if (field !== undefined && !fields.has(field.name)) fields.set(field.name, field)
  }
  return fields
}

function readField(
  reading: FieldReading,
  declaration: Declaration,
  node: FieldDefinitionNode,
): FieldDefinition | undefined {
  const name = node.name.value
  const type = declaredType(node.type)
  const path = reading.paths.get(declaration.name)?.get(name)
  if (path === 'iri') {
    if (type.name !== 'ID' || type.lists > 0) {
      const message = `The built-in field "iri" of "${declaration.name}" has to be of type ID.`
      report(reading, message, node.type)
    }
    for (const argument of node.arguments ?? []) {
      report(reading, 'The built-in field "iri" takes no arguments.', argument)
    }
    return { kind: 'iri', name }
  }
  if (type.lists > 1) {
    const message = `"${name}" of "${declaration.name}" is a list of lists; values come as one list: [${type.name}].`
    report(reading, message, node.type)
  }
  const value = valueType(reading, type.name)
  if (type.name === reading.queryType) {
    report(reading, `"${type.name}" is the query type; no node is of it.`, node.type)
  }
  if (path === undefined || value === undefined) return undefined
  return {
    kind: 'property',
    name,
    path,
    isList: type.lists > 0,
    isNonNull: type.isNonNull,
    value,
    arguments: readNestedArguments(reading, node, value),
  }
}

/** The types by name, with what each can be and is. */
export function readTypes(reading: FieldReading): ReadonlyMap<string, TypeDefinition> {
  const types = new Map<string, TypeDefinition>()
  const declarations = [...reading.types.values()].filter(
    ({ kind, name }) =>
      (kind === 'object' || kind === 'interface' || kind === 'union') && name !== reading.queryType,
  )
  const possible = possibleTypes(declarations)
  for (const declaration of declarations) {
    const { kind, name } = declaration
    if (kind !== 'object' && kind !== 'interface' && kind !== 'union') continue
    types.set(name, {
      kind,
      name,
      classes: classesOf(reading, declaration),
      fields: readFields(reading, declaration),
      possible: [...(possible.get(name) ?? [])],
      supertypes: new Set([name, ...declaration.interfaces.map((node) => node.name.value)]),
    })
  }
  return withUnions(types)
}

function possibleTypes(declarations: readonly Declaration[]): ReadonlyMap<string, ReadonlySet<string>> {
  const possible = new Map<string, Set<string>>(declarations.map(({ name }) => [name, new Set()]))
  for (const { kind, name, interfaces, members } of declarations) {
    if (kind === 'object') {
      possible.get(name)?.add(name)
      for (const node of interfaces) possible.get(node.name.value)?.add(name)
    }
    for (const member of members)
      if (possible.has(member.name.value)) possible.get(name)?.add(member.name.value)
  }
  return possible
}

/** Adds to the supertypes the unions that a type is in, and to those of a union the interfaces of all of its members. */
function withUnions(types: ReadonlyMap<string, TypeDefinition>): ReadonlyMap<string, TypeDefinition> {
  const supertypes = new Map([...types].map(([name, type]) => [name, new Set(type.supertypes)]))
  for (const union of types.values()) {
    if (union.kind !== 'union') continue
    const [first, ...others] = union.possible.map((member) => types.get(member)?.supertypes)
    for (const name of first ?? []) {
      if (types.get(name)?.kind !== 'interface') continue
      if (others.every((names) => names?.has(name))) supertypes.get(union.name)?.add(name)
    }
    for (const member of union.possible) supertypes.get(member)?.add(union.name)
  }
  return new Map(
    [...types].map(([name, type]) => [
      name,
      { ...type, supertypes: supertypes.get(name) ?? type.supertypes },
    ]),
  )
}
