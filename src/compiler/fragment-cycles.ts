import { type FragmentDefinitionNode, type FragmentSpreadNode, type GraphQLError, visit } from 'graphql'
import { addError, refusal } from './refused-query.ts'

/** An error for each spread by which a fragment comes to spread itself (GraphQL specification, 5.5.2.2). */
export function fragmentCycles(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly GraphQLError[] {
  const errors: GraphQLError[] = []
  const finished = new Set<string>()
  const open = new Set<string>()
  for (const name of fragments.keys()) follow(name)
  return errors

  function follow(name: string): void {
    const fragment = fragments.get(name)
    if (fragment === undefined || finished.has(name)) return
    open.add(name)
    for (const spread of spreadsOf(fragment)) {
      const target = spread.name.value
      if (open.has(target)) {
        const message = `The fragment "${target}" spreads itself.`
        addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, spread))
      } else {
        follow(target)
      }
    }
    open.delete(name)
    finished.add(name)
  }
}

function spreadsOf(fragment: FragmentDefinitionNode): readonly FragmentSpreadNode[] {
  const spreads: FragmentSpreadNode[] = []
  visit(fragment, {
    FragmentSpread(node) {
      spreads.push(node)
    },
  })
  return spreads
}
