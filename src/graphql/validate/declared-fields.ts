import {
  type ASTVisitor,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLSchema,
  isAbstractType,
  isUnionType,
  type ValidationContext,
} from 'graphql'
import { nearestName } from '../../rdf/nearest-name.ts'

/** Every field is one that the schema declares of the type around it (GraphQL specification, 5.3.1). */
export function declaredFieldsRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getParentType()
      if (!type || context.getFieldDef()) return
      const name = node.name.value
      const message = `Unknown field "${name}" of type "${type.name}".${hint(name, type, context.getSchema())}`
      context.reportError(new GraphQLError(message, { nodes: node }))
    },
  }
}

function hint(name: string, type: GraphQLCompositeType, schema: GraphQLSchema): string {
  const near = isUnionType(type) ? undefined : nearestName(name, Object.keys(type.getFields()))
  if (near !== undefined) return ` Did you mean "${near}"?`
  const owner = isAbstractType(type)
    ? schema.getPossibleTypes(type).find((possible) => Object.hasOwn(possible.getFields(), name))
    : undefined
  if (owner !== undefined) return ` Type "${owner.name}" has it: ... on ${owner.name} { ${name} }.`
  return name === 'iri' ? ' With a schema "iri" is there where it is declared.' : ''
}
