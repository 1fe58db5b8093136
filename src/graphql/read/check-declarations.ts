import { type FieldDefinitionNode, type NamedTypeNode, specifiedScalarTypes, type TypeNode } from 'graphql'
import { type Declaration, kindOf } from './declarations.ts'
import { declaredType } from './declared-type.ts'
import { builtInScalars } from './directives.ts'
import { didYouMean, report, type SchemaReading } from './reading.ts'

/** What one declaration may have of a kind: graphql-js compares each with each, or with each of another declaration. */
const limits = { arguments: 200, interfaces: 100, members: 2_000, values: 10_000, inputFields: 200 } as const

/**
 * Checks what is declared by itself: names of types that there are, nothing twice, nothing too often. Whether all of that is right,
 * so that graphql-js can make a schema of it.
 */
export function checkDeclarations(reading: SchemaReading): boolean {
  const before = reading.faults.length
  const known = new Set([
    ...reading.types.keys(),
    ...builtInScalars.keys(),
    ...specifiedScalarTypes.map(({ name }) => name),
  ])
  for (const declaration of reading.types.values()) checkDeclaration(reading, known, declaration)
  for (const { type } of reading.operations) checkName(reading, known, type)
  for (const { arguments: args, name } of reading.directives) {
    checkCount(reading, name, `"@${name.value}" has`, 'arguments', args ?? [])
    for (const argument of args ?? []) checkType(reading, known, argument.type)
  }
  for (const node of reading.queries) {
    report(reading, 'A schema defines types; operations and fragments belong to queries.', node)
  }
  checkExtensions(reading, known)
  return reading.faults.length === before
}

function checkDeclaration(
  reading: SchemaReading,
  known: ReadonlySet<string>,
  declaration: Declaration,
): void {
  const { name, node, interfaces, members, inputFields, fields, kind } = declaration
  if (kind !== 'scalar' && specifiedScalarTypes.some((scalar) => scalar.name === name)) {
    report(reading, `"${name}" is a scalar of GraphQL; ${kinds[kind]} needs another name.`, node.name)
  }
  const has = `"${name}" has`
  checkCount(reading, node.name, has, 'interfaces', interfaces)
  checkCount(reading, node.name, has, 'members', members)
  checkCount(reading, node.name, has, 'values', declaration.values)
  checkCount(reading, node.name, has, 'inputFields', inputFields)
  checkOnce(reading, known, interfaces, (other) => `"${name}" implements "${other}" twice.`)
  checkOnce(reading, known, members, (other) => `"${other}" is in the union "${name}" twice.`)
  for (const field of fields) checkField(reading, known, field, name)
  for (const field of inputFields) checkType(reading, known, field.type)
  for (const other of [...interfaces, ...members]) {
    if (other.name.value === reading.queryType) {
      const place = kind === 'union' ? 'in a union' : 'an interface'
      report(reading, `"${other.name.value}" is the query type; it cannot be ${place}.`, other)
    }
  }
  const [first] = interfaces
  if (name === reading.queryType && first !== undefined) {
    report(reading, `"${name}" is the query type; it cannot implement an interface.`, first)
  }
}

function checkField(
  reading: SchemaReading,
  known: ReadonlySet<string>,
  field: FieldDefinitionNode,
  type: string,
): void {
  const name = field.name.value
  checkCount(reading, field.name, `"${name}" of "${type}" has`, 'arguments', field.arguments ?? [])
  checkType(reading, known, field.type)
  for (const argument of field.arguments ?? []) checkType(reading, known, argument.type)
}

const words = {
  arguments: 'arguments',
  interfaces: 'interfaces',
  members: 'members',
  values: 'values',
  inputFields: 'input fields',
} as const

function checkCount(
  reading: SchemaReading,
  node: NamedTypeNode['name'],
  has: string,
  what: keyof typeof limits,
  found: readonly unknown[],
): void {
  if (found.length <= limits[what]) return
  const count = found.length.toLocaleString('en')
  report(reading, `${has} ${count} ${words[what]}; the limit is ${limits[what].toLocaleString('en')}.`, node)
}

function checkOnce(
  reading: SchemaReading,
  known: ReadonlySet<string>,
  nodes: readonly NamedTypeNode[],
  message: (name: string) => string,
): void {
  const names = new Set<string>()
  for (const node of nodes) {
    const name = node.name.value
    if (names.has(name)) report(reading, message(name), node)
    names.add(name)
    checkName(reading, known, node)
  }
}

function checkType(reading: SchemaReading, known: ReadonlySet<string>, type: TypeNode): void {
  checkName(reading, known, declaredType(type).node)
}

function checkName(reading: SchemaReading, known: ReadonlySet<string>, node: NamedTypeNode): void {
  const name = node.name.value
  if (known.has(name)) return
  report(reading, `Unknown type "${name}".${didYouMean(reading, name, known)}`, node)
}

const kinds: Readonly<Record<Declaration['kind'], string>> = {
  object: 'a type',
  interface: 'an interface',
  union: 'a union',
  enum: 'an enum',
  input: 'an input type',
  scalar: 'a scalar',
}

function checkExtensions(reading: SchemaReading, known: ReadonlySet<string>): void {
  for (const node of reading.extensions) {
    const name = node.name.value
    const declaration = reading.types.get(name)
    if (declaration === undefined) {
      const message = `There is no "${name}" in the schema to extend.${didYouMean(reading, name, known)}`
      report(reading, message, node.name)
    } else if (declaration.kind !== kindOf(node)) {
      const message = `"${name}" is ${kinds[declaration.kind]}; it cannot be extended as ${kinds[kindOf(node)]}.`
      report(reading, message, node.name, declaration.node.name)
    }
  }
}
