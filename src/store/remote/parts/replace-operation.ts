import type { Operation } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'

/** An operation with another one in place of one within it, which is found by identity. */
export function replaceOperation(operation: Operation, old: Operation, other: Operation): Operation {
  return operation === old
    ? other
    : mapOperands(operation, (operand) => replaceOperation(operand, old, other))
}
