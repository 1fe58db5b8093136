import type { Operation, SelectQuery, Slice } from '../../../sparql/algebra.ts'
import type { QueryPart } from '../../store.ts'
import { nodeComparators } from './order-parts.ts'
import { replaceOperation } from './replace-operation.ts'

/** A query with its parts. */
export interface QueryInParts {
  readonly query: SelectQuery
  readonly parts: readonly QueryPart[]
}

/**
 * Has each page count each node once, and hold the same nodes whenever it is asked for, as far as that costs nothing or
 * matters: where it has an order anyway, which is made one to the last difference, and where it is longer than `mostNodes`, so
 * that several queries ask for it.
 */
export function withSettledPages(asked: QueryInParts, mostNodes: number): QueryInParts {
  return changePages(asked, (page, part) => {
    const { limit = Number.POSITIVE_INFINITY } = page
    const isOrdered = part.comparators.length > 0 || limit > mostNodes
    return distinct(isOrdered ? inTotalOrder(page, part) : page)
  })
}

/** Has each page hold the same nodes whenever it is asked for: blank ones aside, which have no order. */
export function withOrderedPages(asked: QueryInParts): QueryInParts {
  return changePages(asked, inTotalOrder)
}

function changePages(
  { query, parts }: QueryInParts,
  change: (page: Slice, part: QueryPart) => Slice,
): QueryInParts {
  let { operation } = query
  const changed = parts.map((part): QueryPart => {
    if (part.page === undefined) return part
    const page = change(part.page, part)
    operation = replaceOperation(operation, part.page, page)
    return { ...part, operation: replaceOperation(part.operation, part.page, page), page }
  })
  return { query: { ...query, operation }, parts: changed }
}

/** It counts each node once of itself, unless an endpoint gives a triple of a union of graphs once for each of them. */
function distinct(page: Slice): Slice {
  return page.operand.kind === 'distinct'
    ? page
    : { ...page, operand: { kind: 'distinct', operand: page.operand } }
}

function inTotalOrder(page: Slice, part: QueryPart): Slice {
  const comparators = nodeComparators(part)
  const ordered = (operation: Operation): Operation => {
    switch (operation.kind) {
      case 'distinct':
      case 'project':
        return { ...operation, operand: ordered(operation.operand) }
      case 'orderBy':
        return { ...operation, comparators }
      default:
        return { kind: 'orderBy', operand: operation, comparators }
    }
  }
  return { ...page, operand: ordered(page.operand) }
}
