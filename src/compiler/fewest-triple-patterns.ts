import type { Path } from '../graphql/schema.ts'
import type { Constraint, Operation, OrderKey, Selection } from './operation.ts'

/**
 * How many triple patterns the plan of an operation has at the least, so that one that would be too large is refused
 * before it is made: it would nest one condition in another, as deep as there are of them.
 */
export function fewestTriplePatterns({ roots }: Operation): number {
  return roots.reduce(
    (sum, root) =>
      root.kind === 'nodes' ? sum + 1 + ofNode(root.selection, root.constraints, root.order) : sum,
    0,
  )
}

/** A condition or sort key on a path that is a field, too, may share the field's patterns. */
function ofNode(
  selection: Selection | undefined,
  constraints: readonly Constraint[],
  order: readonly OrderKey[],
): number {
  const others = new Map<string, number>()
  const add = (path: Path): unknown => others.set(nameOf(path), path.length)
  for (const constraint of constraints) if (constraint.kind !== 'node') add(constraint.path)
  for (const { by } of order) if (by.kind === 'property') add(by.path)
  let count = selection?.types.length ?? 0
  for (const field of selection?.fields ?? []) {
    if (field.kind === 'fragment') count += 1 + ofNode(field.selection, [], [])
    if (field.kind !== 'property') continue
    others.delete(nameOf(field.path))
    // What is neither shown nor required has no pattern.
    if (field.optional && field.hidden) continue
    count += field.path.length + ofNode(field.selection, field.constraints, [])
  }
  return [...others.values()].reduce((sum, patterns) => sum + patterns, count)
}

function nameOf(path: Path): string {
  return path.map(({ predicate, inverse }) => `${inverse ? '^' : ''}${predicate}`).join(' ')
}
