import type { Operation, SelectQuery, Slice } from '../../../sparql/algebra.ts'

/** Asks whether a query has a solution beyond so many; `undefined` where it wants no more than these. */
export function rowAfter(query: SelectQuery, count: number): SelectQuery | undefined {
  const { operation } = query
  const own: Slice = operation.kind === 'slice' ? operation : { kind: 'slice', operand: operation, offset: 0 }
  if (own.limit !== undefined && own.limit <= count) return undefined
  // Their number is all that matters, and what does not sort ends early.
  const slice: Slice = {
    kind: 'slice',
    operand: withoutOrder(own.operand),
    offset: own.offset + count,
    limit: 1,
  }
  return { ...query, operation: slice }
}

/** The same solutions in any order. */
export function withoutOrder(operation: Operation): Operation {
  switch (operation.kind) {
    case 'project':
    case 'distinct':
      return { ...operation, operand: withoutOrder(operation.operand) }
    case 'orderBy':
      return withoutOrder(operation.operand)
    default:
      return operation
  }
}
