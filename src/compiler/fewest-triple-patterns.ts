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

/** A condition or sort key on a property that is a field, too, may share the field's pattern. */
function ofNode(
  selection: Selection | undefined,
  constraints: readonly Constraint[],
  order: readonly OrderKey[],
): number {
  const others = new Set<string>()
  for (const constraint of constraints)
    if (constraint.kind !== 'node') others.add(constraint.path[0].predicate)
  for (const { by } of order) if (by.kind === 'property') others.add(by.path[0].predicate)
  let count = selection?.types.length ?? 0
  for (const field of selection?.fields ?? []) {
    if (field.kind === 'fragment') count += 1 + ofNode(field.selection, [], [])
    if (field.kind !== 'property') continue
    others.delete(field.path[0].predicate)
    // What is neither shown nor required has no pattern.
    if (field.optional && field.hidden) continue
    count += 1 + ofNode(field.selection, field.constraints, [])
  }
  return count + others.size
}
