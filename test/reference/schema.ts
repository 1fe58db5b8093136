import {
  buildASTSchema,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
} from 'graphql'
import type { PathStep } from './graph.ts'
import { iriOfName, storedPrefixes } from './names.ts'

/** What a schema says of names, read from its text by graphql-js alone. */
export interface ReferenceSchema {
  readonly graphql: GraphQLSchema
  readonly queryType: string
  root(name: string): ReferenceRoot
  /** The type of a name; `undefined` for a name of no type whose values are nodes. */
  type(name: string): ReferenceType | undefined
  /** The fields by which nodes of a type can be sorted: those of the type, of a union those of its members. */
  orderable(type: string): ReadonlyMap<string, ReferenceField>
}

/** A top-level field. */
export interface ReferenceRoot {
  readonly type: string
  readonly classes: readonly string[]
  readonly arguments: ReadonlyMap<string, ReferenceArgument>
}

/** A type whose values are nodes. */
export interface ReferenceType {
  readonly name: string
  readonly isAbstract: boolean
  readonly classes: readonly string[]
  /** Names of its object types, with their classes. */
  readonly possible: ReadonlyMap<string, readonly string[]>
  /** Names of what each of its nodes is, its own among them. */
  readonly supertypes: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, ReferenceField>
}

/** A declared field; without a path the node itself. */
export interface ReferenceField {
  readonly path: readonly PathStep[] | undefined
  readonly isList: boolean
  readonly isNonNull: boolean
  readonly value: ReferenceValue
  readonly arguments: ReadonlyMap<string, ReferenceArgument>
}

/** What values are declared to be: nodes of a type, members of an enum, or a scalar by its name. */
export type ReferenceValue =
  | { readonly kind: 'node'; readonly type: string }
  | { readonly kind: 'enum'; readonly values: ReadonlyMap<string, ReferenceEnumValue> }
  | { readonly kind: 'scalar'; readonly name: string }

/** What a value of an enum stands for: an IRI, literals of a text, or, where both are there, either. */
export interface ReferenceEnumValue {
  readonly iri?: string
  readonly text?: string
}

/** A declared argument; a filter has a path. */
export interface ReferenceArgument {
  readonly path: readonly PathStep[] | undefined
  readonly value: ReferenceValue
  readonly defaultValue: ConstValueNode | undefined
}

const scalars = ['DateTime', 'Date', 'Long', 'Decimal', 'JSON', 'LangString', 'OrderBy']
const prelude = `
directive @iri(value: String, namespace: String, prefix: String, localname: String) on OBJECT | INTERFACE | UNION | FIELD_DEFINITION | ARGUMENT_DEFINITION | ENUM_VALUE
directive @path(value: String!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
directive @literal(value: String!) on ENUM_VALUE
${scalars.map((name) => `scalar ${name}\n`).join('')}`

let last: { readonly text: string; readonly schema: ReferenceSchema } | undefined

/** Reads a schema that is right. The last one is remembered. */
export function referenceSchema(text: string): ReferenceSchema {
  if (last?.text !== text) last = { text, schema: readSchema(text) }
  return last.schema
}

function readSchema(text: string): ReferenceSchema {
  const graphql = buildASTSchema(withPrelude(parse(text)), { assumeValidSDL: true })
  const query = graphql.getQueryType()
  if (query === undefined || query === null) throw new Error('No query type.')
  const types = new Map<string, ReferenceType | undefined>()
  const type = (name: string): ReferenceType | undefined => {
    if (!types.has(name)) types.set(name, readType(graphql, name))
    return types.get(name)
  }
  const orderable = (name: string) => fieldsOf(type(name), type)
  const root = (name: string) => readRoot(name, query.getFields()[name], type)
  return { graphql, queryType: query.name, type, root, orderable }
}

/** The fields of a type; of a union those of its members. */
function fieldsOf(
  declared: ReferenceType | undefined,
  type: ReferenceSchema['type'],
): ReadonlyMap<string, ReferenceField> {
  if (declared === undefined || !declared.isAbstract || declared.fields.size > 0) {
    return declared?.fields ?? new Map()
  }
  return new Map([...declared.possible.keys()].flatMap((member) => [...(type(member)?.fields ?? [])]))
}

/** What a schema may use undeclared, where it does not declare it. */
function withPrelude(document: DocumentNode): DocumentNode {
  const declared = new Set(document.definitions.map(nameOf))
  const missing = parse(prelude).definitions.filter((one) => !declared.has(nameOf(one)))
  return { ...document, definitions: [...missing, ...document.definitions] }
}

function nameOf(definition: DocumentNode['definitions'][number]): string {
  const isDirective = definition.kind === Kind.DIRECTIVE_DEFINITION
  const isType = definition.kind.endsWith('TypeDefinition')
  if (!(isDirective || isType) || !('name' in definition)) return ''
  return `${isDirective ? '@' : ''}${definition.name?.value}`
}

function readRoot(
  name: string,
  field: GraphQLField<unknown, unknown> | undefined,
  type: ReferenceSchema['type'],
): ReferenceRoot {
  if (field === undefined) throw new Error(`No top-level field ${name}.`)
  const declared = getNamedType(field.type).name
  const own = statedIri(field.astNode?.directives, name)
  const classes = own === undefined ? (type(name) ?? type(declared))?.classes : [own]
  return {
    type: declared,
    classes: classes ?? [],
    arguments: readArguments(field.args, fieldsOf(type(declared), type), ['first', 'skip', 'orderBy', 'iri']),
  }
}

function readType(schema: GraphQLSchema, name: string): ReferenceType | undefined {
  const type = schema.getType(name)
  if (!isObjectType(type) && !isInterfaceType(type) && !isUnionType(type)) return undefined
  const possible = isObjectType(type) ? [type] : schema.getPossibleTypes(type)
  // What all members of a union are by their interfaces, the union is.
  const interfaces = (isUnionType(type) ? possible : [type]).map((one) =>
    one.getInterfaces().map((each) => each.name),
  )
  const shared = interfaces[0]?.filter((each) => interfaces.every((all) => all.includes(each))) ?? []
  const unions = Object.values(schema.getTypeMap()).flatMap((one) =>
    isUnionType(one) && isObjectType(type) && one.getTypes().includes(type) ? [one.name] : [],
  )
  const fields = new Map<string, ReferenceField>()
  const read = {
    name,
    isAbstract: !isObjectType(type),
    classes: classesOf(type),
    possible: new Map(possible.map((one) => [one.name, classesOf(one)])),
    supertypes: new Set([name, ...shared, ...unions]),
    fields,
  }
  if (isUnionType(type)) return read
  for (const field of Object.values(type.getFields())) {
    const inherited = type.getInterfaces().map((one) => one.getFields()[field.name]?.astNode?.directives)
    fields.set(field.name, readField(schema, field, inherited))
  }
  return read
}

function classesOf(type: GraphQLNamedType): readonly string[] {
  const stated = statedIri(type.astNode?.directives, type.name)
  if (stated !== undefined) return [stated]
  if (isUnionType(type)) return type.getTypes().flatMap(classesOf)
  return [named(type.name)]
}

function readField(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  inherited: readonly Directives[],
): ReferenceField {
  const inner = isNonNullType(field.type) ? field.type.ofType : field.type
  const [stated] = [field.astNode?.directives, ...inherited].flatMap((one) => {
    const path = statedPath(one, field.name)
    return path === undefined ? [] : [path]
  })
  const value = valueTypeOf(field.type)
  return {
    path: stated ?? (field.name === 'iri' ? undefined : [plain(named(field.name))]),
    isList: isListType(inner),
    isNonNull: isNonNullType(field.type),
    value,
    get arguments() {
      const type = (name: string) => readType(schema, name)
      const target = value.kind === 'node' ? type(value.type) : undefined
      return readArguments(field.args, fieldsOf(target, type), ['iri'])
    },
  }
}

function readArguments(
  args: readonly GraphQLArgument[],
  fields: ReadonlyMap<string, ReferenceField> | undefined,
  builtIn: readonly string[],
): ReadonlyMap<string, ReferenceArgument> {
  return new Map(
    args.map((one) => {
      const stated = statedPath(one.astNode?.directives, one.name)
      const byName = fields?.get(one.name)?.path ?? [plain(named(one.name))]
      const path = stated ?? (builtIn.includes(one.name) ? undefined : byName)
      return [
        one.name,
        { path, value: valueTypeOf(one.type), defaultValue: one.astNode?.defaultValue },
      ] as const
    }),
  )
}

function valueTypeOf(type: GraphQLOutputType | GraphQLInputType): ReferenceValue {
  const inner: GraphQLNamedType = getNamedType(type)
  if (isEnumType(inner)) return { kind: 'enum', values: enumValues(inner) }
  if (isObjectType(inner) || isInterfaceType(inner) || isUnionType(inner)) {
    return { kind: 'node', type: inner.name }
  }
  return { kind: 'scalar', name: inner.name }
}

function enumValues(type: GraphQLEnumType): ReadonlyMap<string, ReferenceEnumValue> {
  return new Map(
    type.getValues().map(({ name, astNode }) => {
      const text = argumentsOf(astNode?.directives, 'literal')?.get('value')
      const iri = statedIri(astNode?.directives, name)
      if (text === undefined && iri === undefined) return [name, { iri: named(name), text: name }] as const
      return [name, { ...(iri !== undefined && { iri }), ...(text !== undefined && { text }) }] as const
    }),
  )
}

function named(name: string): string {
  return iriOfName(name, { prefixes: storedPrefixes, aliases: new Map() })
}

function plain(predicate: string): PathStep {
  return { predicate, inverse: false }
}

type Directives = readonly ConstDirectiveNode[] | undefined

function argumentsOf(directives: Directives, name: string): ReadonlyMap<string, string> | undefined {
  const directive = directives?.find((one) => one.name.value === name)
  return (
    directive &&
    new Map(
      (directive.arguments ?? []).flatMap((one) =>
        one.value.kind === Kind.STRING ? [[one.name.value, one.value.value]] : [],
      ),
    )
  )
}

function statedIri(directives: Directives, name: string): string | undefined {
  const given = argumentsOf(directives, 'iri')
  if (given === undefined) return undefined
  const value = given.get('value')
  if (value !== undefined) return value
  const namespace = given.get('namespace') ?? storedPrefixes.get(given.get('prefix') ?? '')
  if (namespace === undefined) throw new Error(`No namespace for ${name}.`)
  return namespace + (given.get('localname') ?? name)
}

function statedPath(directives: Directives, name: string): readonly PathStep[] | undefined {
  const text = argumentsOf(directives, 'path')?.get('value')
  if (text === undefined) {
    const own = statedIri(directives, name)
    return own === undefined ? undefined : [plain(own)]
  }
  return [...text.replaceAll(/\s/g, '').matchAll(/(\^?)(?:<([^>]*)>|([^/<:]*):([^/]*))/g)].map(
    ([, inverse, full, prefix = '', local = '']): PathStep => ({
      predicate: full ?? (storedPrefixes.get(prefix) ?? '') + local,
      inverse: inverse === '^',
    }),
  )
}
