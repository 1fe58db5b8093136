import { type DefinitionNode, type DocumentNode, Kind, parse, type TypeNode, visit } from 'graphql'
import type { Namespaces } from '../rdf/namespaces.ts'
import { builtInScalars, queryDirectives, schemaDirectives } from './directives.ts'

/**
 * The document of a schema as it is shown: with our directives, the scalars that it uses undeclared, and with top-level fields
 * that are lists.
 */
export function completeDocument(
  document: DocumentNode,
  queryType: string,
  namespaces: Namespaces,
): DocumentNode {
  const ours = ourDirectives(namespaces)
  const names = new Set(ours.map((definition) => definition.name.value))
  const declared = document.definitions.filter(
    (definition) => definition.kind !== Kind.DIRECTIVE_DEFINITION || !names.has(definition.name.value),
  )
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      ...declared.map((definition) => withLists(definition, queryType)),
      ...ours,
      ...undeclaredScalars(document),
    ],
  }
}

function ourDirectives(namespaces: Namespaces) {
  return parse(`${schemaDirectives}${queryDirectives}${operationDirectives(namespaces)}`, {
    noLocation: true,
  }).definitions.filter((definition) => definition.kind === Kind.DIRECTIVE_DEFINITION)
}

function operationDirectives(namespaces: Namespaces): string {
  const prefixes = [...namespaces.keys()].filter((prefix) => /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/.test(prefix))
  const texts = prefixes.map((prefix) => `${prefix}: String`)
  return `
"Prefixes for the names of the operation, each with its namespace IRI."
directive @prefix${texts.length === 0 ? '' : `(${texts.join(', ')})`} repeatable on QUERY

"IRIs for names that nothing else gives one, and the graphs that the operation is limited to."
directive @config(alias: JSON, graph: [String!]) on QUERY
`
}

function undeclaredScalars(document: DocumentNode): readonly DefinitionNode[] {
  const declared = new Set<string>()
  for (const definition of document.definitions) {
    if (
      'name' in definition &&
      definition.name !== undefined &&
      definition.kind !== Kind.DIRECTIVE_DEFINITION
    ) {
      declared.add(definition.name.value)
    }
  }
  const used = new Set(['JSON'])
  visit(document, {
    NamedType: (node) => {
      used.add(node.name.value)
    },
  })
  const texts = [...builtInScalars].flatMap(([name, text]) =>
    used.has(name) && !declared.has(name) ? [text] : [],
  )
  return texts.length === 0 ? [] : parse(texts.join('\n'), { noLocation: true }).definitions
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

function listOf(type: TypeNode): TypeNode {
  const loc = type.loc && { loc: type.loc }
  if (type.kind === Kind.LIST_TYPE) return type
  if (type.kind === Kind.NAMED_TYPE) return { kind: Kind.LIST_TYPE, type, ...loc }
  if (type.type.kind === Kind.LIST_TYPE) return type
  return { kind: Kind.NON_NULL_TYPE, type: { kind: Kind.LIST_TYPE, type, ...loc }, ...loc }
}
