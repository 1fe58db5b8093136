import { collected, type TypedSet } from './collected.ts'
import type { OperationFacts } from './operation-facts.ts'
import { checkCircles } from './rows.ts'

/**
 * Looks at all selection sets, also where the data would never lead to: throws `NoAnswer` for fields that conflict or are
 * computed from themselves, and returns the keys that are computed.
 */
export function checkSelections(
  facts: OperationFacts,
  selectionSets: readonly TypedSet[],
): ReadonlySet<string> {
  const set = collected(facts, selectionSets)
  checkCircles(set, facts)
  const computed = new Set<string>()
  for (const one of set.fields) {
    if (one.kind === 'field' && one.computed !== undefined) computed.add(one.key)
    const inner =
      one.kind === 'fragment' ? [{ selectionSet: one.selectionSet, within: one.type }] : one.selectionSets
    for (const key of inner.length === 0 ? [] : checkSelections(facts, inner)) computed.add(key)
  }
  return computed
}
