import { type DirectiveDefinitionNode, Kind, parse, print, visit } from 'graphql'
import { declaredType } from './declared-type.ts'
import { queryDirectives, schemaDirectives } from './directives.ts'
import { report, type SchemaReading } from './reading.ts'

/**
 * Checks the schema's own declarations of our directives: they may leave out arguments and places, and have nothing that ours have
 * not.
 */
export function checkDirectives(reading: SchemaReading): void {
  for (const node of reading.directives) {
    const name = node.name.value
    const ours = definitions.get(name)
    if (ours !== undefined && !isPartOf(node, ours)) {
      report(reading, `"@${name}" is declared otherwise than it works: ${print(ours)}.`, node)
    }
    if (operationDirectives.has(name) && node.locations.some(({ value }) => value !== 'QUERY')) {
      report(reading, `"@${name}" is declared otherwise than it works: it belongs to queries.`, node)
    }
  }
}

/** Those whose arguments a schema may declare as it likes: they depend on the database. */
const operationDirectives: ReadonlySet<string> = new Set(['prefix', 'config'])

const definitions: ReadonlyMap<string, DirectiveDefinitionNode> = new Map(
  parse(schemaDirectives + queryDirectives, { noLocation: true }).definitions.flatMap((node) =>
    node.kind === Kind.DIRECTIVE_DEFINITION ? [[node.name.value, withoutDescriptions(node)] as const] : [],
  ),
)

function withoutDescriptions(node: DirectiveDefinitionNode): DirectiveDefinitionNode {
  return visit(node, { StringValue: () => null })
}

function isPartOf(node: DirectiveDefinitionNode, ours: DirectiveDefinitionNode): boolean {
  const places = new Set(ours.locations.map(({ value }) => value))
  const types = new Map(ours.arguments?.map(({ name, type }) => [name.value, declaredType(type)]))
  return (
    node.locations.every(({ value }) => places.has(value)) &&
    (node.arguments ?? []).every(({ name, type }) => {
      const declared = declaredType(type)
      const known = types.get(name.value)
      return declared.name === known?.name && declared.lists === known.lists
    })
  )
}
