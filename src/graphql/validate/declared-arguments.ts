import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql'
import { nearestName } from '../../rdf/nearest-name.ts'

/**
 * Every argument is one that the schema declares of its field, `first`, `skip`, `orderBy` and `iri` too (spec, "Rules for a schema"
 * 2; GraphQL specification, 5.4.1).
 */
export function declaredArgumentsRule(context: ValidationContext): ASTVisitor {
  return {
    Argument(node) {
      if (context.getArgument()) return
      const name = node.name.value
      const directive = context.getDirective()
      const field = context.getFieldDef()
      const owner = directive ?? field
      if (!owner) return
      const of = directive ? `@${directive.name}` : `"${context.getParentType()?.name}.${owner.name}"`
      const declared = owner.args.map((argument) => argument.name)
      const near = nearestName(name, declared)
      const message = `Unknown argument "${name}" of ${of}.`
      const hint = near === undefined ? '' : ` Did you mean "${near}"?`
      context.reportError(new GraphQLError(`${message}${hint} ${listOf(declared)}`, { nodes: node }))
    },
  }
}

function listOf(names: readonly string[]): string {
  if (names.length === 0) return 'It takes no arguments.'
  return `It takes ${names.map((name) => `"${name}"`).join(', ')}.`
}
