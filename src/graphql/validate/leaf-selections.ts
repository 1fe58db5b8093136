import {
  type ASTVisitor,
  GraphQLError,
  getNamedType,
  isIntrospectionType,
  isLeafType,
  type ValidationContext,
} from 'graphql'

/**
 * Scalars and enums have no fields (GraphQL specification, 5.3.3). That objects are asked for some holds of introspection only: a
 * node without selected fields is shown by its identifier.
 */
export function leafSelectionsRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = getNamedType(context.getType())
      if (!type) return
      const name = node.name.value
      if (isLeafType(type) && node.selectionSet) {
        const message = `"${name}" is of type "${type.name}", which has no fields.`
        context.reportError(new GraphQLError(message, { nodes: node.selectionSet }))
      } else if (isIntrospectionType(type) && !isLeafType(type) && !node.selectionSet) {
        const message = `"${name}" is of type "${type.name}": say which of its fields, ${name} { … }.`
        context.reportError(new GraphQLError(message, { nodes: node }))
      }
    },
  }
}
