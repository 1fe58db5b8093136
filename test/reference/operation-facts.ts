import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  isEnumType,
  Kind,
  type ObjectValueNode,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
  type ValueNode,
} from 'graphql'
import { defaultGraphName } from './graph.ts'
import { iriOfName, storedPrefixes, type Vocabulary } from './names.ts'
import type { ReferenceArgument, ReferenceSchema } from './schema.ts'

/** A value of an argument, with its variables filled in. */
export type Value =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'list'; readonly values: readonly Value[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Value> }

/** What the recursion needs to know of the operation that it answers. */
export interface OperationFacts {
  readonly definition: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly vocabulary: Vocabulary
  readonly variables: ReadonlyMap<string, Value>
  /** IRIs of the graphs that the operation is limited to, by `@config`. */
  readonly graphs: readonly string[] | undefined
  /** What the operation is answered by, where it is. */
  readonly schema: ReferenceSchema | undefined
}

/** A request, as in GraphQL over HTTP. */
export interface ReferenceRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

/** The chosen operation of a request with its names and variables. */
export function operationFacts(request: ReferenceRequest, schema?: ReferenceSchema): OperationFacts {
  const document = parse(request.query)
  const definition = chooseOperation(document, request.operationName)
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  const prefixes = new Map(storedPrefixes)
  let graph: ValueNode | undefined
  const aliases = new Map<string, string>()
  for (const directive of definition.directives ?? []) {
    for (const { name, value } of directive.arguments ?? []) {
      if (directive.name.value === 'prefix' && value.kind === Kind.STRING)
        prefixes.set(name.value, value.value)
      if (directive.name.value === 'config' && value.kind === Kind.OBJECT) addAliases(aliases, value)
      if (directive.name.value === 'config' && name.value === 'graph') graph = value
    }
  }
  const variables = new Map<string, Value>()
  for (const { variable, type, defaultValue } of definition.variableDefinitions ?? []) {
    const given = request.variables?.[variable.name.value]
    if (given !== undefined)
      variables.set(variable.name.value, valueOfJson(given, isTextual(itemType(type), schema)))
    else if (defaultValue !== undefined)
      variables.set(variable.name.value, valueOfNode(defaultValue, variables))
    else throw new Error(`The variable $${variable.name.value} has no value.`)
  }
  const vocabulary = { prefixes, aliases }
  const graphs = graph && graphsOf(valueOfNode(graph, variables), vocabulary)
  return { definition, fragments, vocabulary, variables, graphs, schema }
}

/** What a name of a type means: an IRI, with a schema the name itself. */
export function typeOfName({ schema, vocabulary }: OperationFacts, name: string): string {
  return schema === undefined ? iriOfName(name, vocabulary) : name
}

/** IRIs of the classes of a type, as {@link typeOfName} has it. */
export function classesOf(
  { schema }: OperationFacts,
  type: string,
  within: string | undefined,
): readonly string[] {
  const named = schema?.type(type)
  if (schema === undefined || named === undefined) return [type]
  const around = (within === undefined ? undefined : schema.type(within)?.possible) ?? new Map()
  // Of what a node can be here, all that is of the type is asked for too.
  const shared = [...named.possible].filter(([name]) => named.isAbstract && around.has(name))
  return [...new Set([...named.classes, ...shared.flatMap(([, classes]) => classes)])]
}

/** Whether every object of the type `within` is one of `type`. */
export function includesType({ schema }: OperationFacts, type: string, within: string | undefined): boolean {
  if (type === within || within === undefined || schema === undefined) return type === within
  return schema.type(within)?.supertypes.has(type) ?? false
}

/** Whether the strings of a variable of this type are texts: they are names where it is no scalar that is known. */
function isTextual(type: string, schema: ReferenceSchema | undefined): boolean {
  if (schema === undefined) return type === 'String' || type === 'ID'
  return !isEnumType(schema.graphql.getType(type))
}

/** IRIs of graphs by their names. */
function graphsOf(value: Value, vocabulary: Vocabulary): readonly string[] {
  if (value.kind === 'list') return value.values.flatMap((one) => graphsOf(one, vocabulary))
  const text = value.kind === 'name' ? value.name : value.kind === 'string' ? value.value : undefined
  if (text === undefined) throw new Error('Not a graph.')
  if (text === 'default') return [defaultGraphName]
  return [/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? iriOfName(text, vocabulary) : text]
}

function chooseOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const chosen = name === undefined ? operations : operations.filter((one) => one.name?.value === name)
  const [only] = chosen
  if (only === undefined || chosen.length > 1) throw new Error('Which operation?')
  return only
}

function addAliases(aliases: Map<string, string>, value: ObjectValueNode): void {
  for (const field of value.fields) {
    if (field.value.kind === Kind.STRING) aliases.set(field.name.value, field.value.value)
  }
}

/** A value of the document. */
export function valueOfNode(node: ValueNode, variables: ReadonlyMap<string, Value>): Value {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return { kind: 'number', text: node.value }
    case Kind.STRING:
      return { kind: 'string', value: node.value }
    case Kind.BOOLEAN:
      return { kind: 'boolean', value: node.value }
    case Kind.ENUM:
      return { kind: 'name', name: node.value }
    case Kind.NULL:
      return { kind: 'null' }
    case Kind.LIST:
      return { kind: 'list', values: node.values.map((one) => valueOfNode(one, variables)) }
    case Kind.OBJECT:
      return {
        kind: 'object',
        members: new Map(node.fields.map((one) => [one.name.value, valueOfNode(one.value, variables)])),
      }
    case Kind.VARIABLE: {
      const value = variables.get(node.name.value)
      if (value === undefined) throw new Error(`Unknown variable $${node.name.value}.`)
      return value
    }
  }
}

/** The name of a type without its list and non-null marks. */
function itemType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : itemType(type.type)
}

/** A JSON value; its strings are names unless they are texts. */
function valueOfJson(json: unknown, isText: boolean): Value {
  if (json === null) return { kind: 'null' }
  if (typeof json === 'number') return { kind: 'number', text: String(json) }
  if (typeof json === 'boolean') return { kind: 'boolean', value: json }
  if (typeof json === 'string') return isText ? { kind: 'string', value: json } : { kind: 'name', name: json }
  if (Array.isArray(json)) return { kind: 'list', values: json.map((one) => valueOfJson(one, isText)) }
  if (typeof json !== 'object') throw new Error('A variable is not JSON.')
  const members = Object.entries(json).map(([key, one]) => [key, valueOfJson(one, isText)] as const)
  return { kind: 'object', members: new Map(members) }
}

/** The arguments of a field, those with a default among them that are declared and not given. */
export function argumentsOf(
  { variables }: OperationFacts,
  { field }: { readonly field: FieldNode },
  declared: ReadonlyMap<string, ReferenceArgument> | undefined,
): ReadonlyMap<string, Value> {
  const defaults = [...(declared ?? [])].flatMap(([name, { defaultValue }]) =>
    defaultValue === undefined ? [] : [[name, valueOfNode(defaultValue, variables)] as const],
  )
  const given = (field.arguments ?? []).map(
    ({ name, value }) => [name.value, valueOfNode(value, variables)] as const,
  )
  return new Map([...defaults, ...given])
}
