import { GraphQLError, type ValidationRule } from 'graphql'

/**
 * Every declared variable is used (GraphQL specification, 5.8.4).
 *
 * @param mentioned names of variables that are used where the rule cannot see them.
 */
export function usedVariablesRule(mentioned: ReadonlySet<string>): ValidationRule {
  return (context) => ({
    OperationDefinition(operation) {
      const usages = context.getRecursiveVariableUsages(operation)
      const used = new Set(usages.map(({ node }) => node.name.value))
      for (const declaration of operation.variableDefinitions ?? []) {
        const name = declaration.variable.name.value
        if (used.has(name) || mentioned.has(name)) continue
        const message = `Variable "$${name}" is declared and not used.`
        context.reportError(new GraphQLError(message, { nodes: declaration }))
      }
    },
  })
}
