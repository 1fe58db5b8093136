import { type Expression, type Operation, type Slice, variable } from '../../../sparql/algebra.ts'
import { mapExpressions } from '../../../sparql/map-expressions.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { inScope } from '../../../sparql/scope.ts'

/** Rows that are more than there are, of a slice without a limit: beside an offset, in the numbers of 32 bits. */
const manyRows = 2_000_000_000

/** Rows up to which an ordered slice is sorted, its offset included; by Debian's settings. */
const mostSortedRows = 10_000

/** Each slice with an offset gets a limit. */
export function limitOffsets(operation: Operation): Operation {
  const inside = mapOperands(operation, limitOffsets)
  return inside.kind === 'slice' && inside.offset > 0 && inside.limit === undefined
    ? { ...inside, limit: manyRows }
    : inside
}

/**
 * Each slice of a subselect with `EXISTS` or groups in it gets an order where it has none, in which case any will do.
 */
export function orderSlices(operation: Operation): Operation {
  return mapOperands(operation, (operand) => {
    const inside = orderSlices(operand)
    if (inside.kind !== 'slice' || isOrdered(inside.operand)) return inside
    if (!hasExists(inside.operand) && !hasGroups(inside.operand)) return inside
    return { ...inside, operand: ordered(inside.operand) }
  })
}

function ordered(operation: Operation): Operation {
  if (operation.kind === 'distinct') return { ...operation, operand: ordered(operation.operand) }
  const [name] = inScope(operation)
  if (name === undefined) return operation
  const by = (operand: Operation): Operation => ({
    kind: 'orderBy',
    operand,
    comparators: [{ expression: variable(name), descending: false }],
  })
  return operation.kind === 'project' ? { ...operation, operand: by(operation.operand) } : by(operation)
}

function hasGroups(operation: Operation): boolean {
  let found = operation.kind === 'group'
  mapOperands(operation, (operand) => {
    found ||= hasGroups(operand)
    return operand
  })
  return found
}

function hasExists(operation: Operation): boolean {
  let found = false
  const search = (one: Expression): Expression => {
    if (one.kind === 'exists') found = true
    else if (one.kind === 'call' || one.kind === 'function') one.arguments.forEach(search)
    return one
  }
  mapExpressions(operation, search)
  return found
}

/** Each slice that reaches far into an order is taken of a subselect that is in this order. */
export function sliceSubselects(operation: Operation): Operation {
  const inside = mapOperands(operation, sliceSubselects)
  if (inside.kind !== 'slice' || !isOrdered(inside.operand) || lastRow(inside) <= mostSortedRows)
    return inside
  return {
    ...inside,
    operand: { kind: 'project', operand: selected(inside.operand), variables: [...inScope(inside.operand)] },
  }
}

function lastRow({ offset, limit = manyRows }: Slice): number {
  return offset + limit
}

/** An operation that is printed as a SELECT of its own. */
function selected(operation: Operation): Operation {
  if (operation.kind !== 'orderBy') return operation
  return { kind: 'project', operand: operation, variables: [...inScope(operation)] }
}

function isOrdered(operation: Operation): boolean {
  switch (operation.kind) {
    case 'orderBy':
      return true
    case 'project':
    case 'distinct':
      return isOrdered(operation.operand)
    default:
      return false
  }
}
