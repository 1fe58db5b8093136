import { Kind, type SelectionSetNode } from 'graphql'
import { limitMessage } from '../errors.ts'
import { countSelection } from './collect-fields.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import type { Resolution } from './resolution.ts'

/**
 * Counts what a field of GraphQL's own asks for, with its fragments spread, as fields of the data are counted.
 *
 * @param depth how many selection sets it is within, the operation's own included.
 * @throws RefusedQuery past a limit
 */
export function countIntrospection(
  resolution: Resolution,
  selectionSet: SelectionSetNode | undefined,
  depth: number,
): void {
  if (selectionSet === undefined) return
  if (depth >= resolution.limits.depth) {
    const message = limitMessage('levels of nested fields', resolution.limits.depth, 'more')
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, selectionSet)])
  }
  for (const selection of selectionSet.selections) {
    countSelection(resolution, selection)
    switch (selection.kind) {
      case Kind.FIELD:
        countIntrospection(resolution, selection.selectionSet, depth + 1)
        break
      case Kind.INLINE_FRAGMENT:
        countIntrospection(resolution, selection.selectionSet, depth)
        break
      case Kind.FRAGMENT_SPREAD: {
        const fragment = resolution.document.fragments.get(selection.name.value)
        countIntrospection(resolution, fragment?.selectionSet, depth)
      }
    }
  }
}
