import { type ASTVisitor, GraphQLError, Kind, type ValidationContext } from 'graphql'
import { nearestName } from '../../rdf/nearest-name.ts'

/** Every type that is named is one of the schema, every fragment one of the document (GraphQL specification, 5.5.1.2 and 5.5.2.1). */
export function declaredNamesRule(context: ValidationContext): ASTVisitor {
  const types = context.getSchema().getTypeMap()
  return {
    NamedType(node) {
      const name = node.name.value
      if (Object.hasOwn(types, name)) return
      const message = `Unknown type "${name}".${didYouMean(name, Object.keys(types))}`
      context.reportError(new GraphQLError(message, { nodes: node }))
    },
    FragmentSpread(node) {
      const name = node.name.value
      if (context.getFragment(name)) return
      const { definitions } = context.getDocument()
      const names = definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? one.name.value : [],
      )
      const message = `Unknown fragment "${name}".${didYouMean(name, names)}`
      context.reportError(new GraphQLError(message, { nodes: node }))
    },
  }
}

function didYouMean(name: string, names: readonly string[]): string {
  const near = nearestName(name, names)
  return near === undefined ? '' : ` Did you mean "${near}"?`
}
