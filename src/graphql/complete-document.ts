import { type DefinitionNode, type DocumentNode, Kind, parse, type TypeNode } from 'graphql'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Declarations } from './declarations.ts'
import { declaredType } from './declared-type.ts'
import { builtInScalars, operationDirectives, queryDirectives, schemaDirectives } from './directives.ts'

/**
 * The document of a schema as it is shown: with our directives, the scalars that it uses undeclared, and with top-level fields
 * that are lists.
 */
export function completeDocument(
  document: DocumentNode,
  declarations: Declarations,
  queryType: string,
  namespaces: Namespaces,
): DocumentNode {
  const json = nameOfJson(declarations)
  const ours = parse(schemaDirectives + queryDirectives + operationDirectives(namespaces, json), {
    noLocation: true,
  }).definitions
  const names = new Set(
    ours.flatMap((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [])),
  )
  const declared = document.definitions.filter(
    (definition) => definition.kind !== Kind.DIRECTIVE_DEFINITION || !names.has(definition.name.value),
  )
  const scalars = undeclaredScalars(declarations, json)
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      ...declared.map((definition) => withLists(definition, queryType)),
      ...ours,
      ...(scalars === '' ? [] : parse(scalars, { noLocation: true }).definitions),
    ],
  }
}

/** The scalar of the argument of `@config` that takes an object: `JSON`, unless the schema has another type of that name. */
function nameOfJson({ types }: Declarations): string {
  let name = 'JSON'
  while ((types.get(name)?.kind ?? 'scalar') !== 'scalar') name += '_'
  return name
}

function undeclaredScalars({ types, directives }: Declarations, json: string): string {
  const used = new Set<string>()
  const use = (node: { readonly type: TypeNode }) => used.add(declaredType(node.type).name)
  for (const { fields, inputFields } of types.values()) {
    for (const field of fields) {
      use(field)
      field.arguments?.forEach(use)
    }
    inputFields.forEach(use)
  }
  for (const directive of directives) directive.arguments?.forEach(use)
  const texts = [...builtInScalars].flatMap(([name, text]) =>
    used.has(name) && name !== json && !types.has(name) ? [text] : [],
  )
  const jsonText = `"Any value of JSON."\nscalar ${json}`
  return [...texts, ...(types.has(json) ? [] : [jsonText])].join('\n')
}

/** Makes lists of the fields of the query type that are none. */
function withLists(definition: DefinitionNode, queryType: string): DefinitionNode {
  if (
    (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) ||
    definition.name.value !== queryType ||
    definition.fields === undefined
  ) {
    return definition
  }
  return {
    ...definition,
    fields: definition.fields.map((field) => ({ ...field, type: listOf(field.type) })),
  }
}

/** `T` → `[T]`, `T!` → `[T!]!`: a top-level field gives all nodes of its class. */
function listOf(type: TypeNode): TypeNode {
  const loc = type.loc && { loc: type.loc }
  if (type.kind === Kind.LIST_TYPE) return type
  if (type.kind === Kind.NAMED_TYPE) return { kind: Kind.LIST_TYPE, type, ...loc }
  if (type.type.kind === Kind.LIST_TYPE) return type
  return { kind: Kind.NON_NULL_TYPE, type: { kind: Kind.LIST_TYPE, type, ...loc }, ...loc }
}
