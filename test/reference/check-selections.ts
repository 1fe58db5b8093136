import type { SelectionSetNode } from 'graphql'
import { collected } from './collected.ts'
import { iriOfName } from './names.ts'
import type { OperationFacts } from './operation-facts.ts'
import { checkCircles } from './rows.ts'

/**
 * Looks at all selection sets, also where the data would never lead to: throws `NoAnswer` for fields that conflict or are
 * computed from themselves, and returns the keys that are computed.
 */
export function checkSelections(
  facts: OperationFacts,
  selectionSets: readonly SelectionSetNode[],
  enclosing?: string,
): ReadonlySet<string> {
  const set = collected(facts, selectionSets, enclosing)
  checkCircles(set, facts)
  const isRoot = facts.definition.selectionSet === selectionSets[0]
  const computed = new Set<string>()
  for (const one of set.fields) {
    if (one.kind === 'field' && one.computed !== undefined) computed.add(one.key)
    const type =
      one.kind === 'fragment'
        ? one.type
        : isRoot
          ? iriOfName(one.field.name.value, facts.vocabulary)
          : undefined
    const inner = one.kind === 'fragment' ? [one.selectionSet] : one.selectionSets
    for (const key of inner.length === 0 ? [] : checkSelections(facts, inner, type)) computed.add(key)
  }
  return computed
}
