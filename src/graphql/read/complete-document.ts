import { type DocumentNode, Kind, parse, type TypeNode } from 'graphql'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { Declarations } from './declarations.ts'
import { declaredType } from './declared-type.ts'
import { builtInScalars, operationDirectives, queryDirectives, schemaDirectives } from './directives.ts'

/**
 * The document of a schema with what it may use undeclared: our directives, and those of our scalars that it uses.
 */
export function completeDocument(
  document: DocumentNode,
  declarations: Declarations,
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
      ...declared,
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
