import { type Expression, filter, type Operation } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'

/** A condition with EXISTS on a union stands in each operand: `{ A FILTER(…) } UNION { B FILTER(…) }`. */
export function filterOperands(operation: Operation): Operation {
  const inside = mapOperands(operation, filterOperands)
  if (inside.kind !== 'filter' || inside.operand.kind !== 'union' || !hasExists(inside.condition))
    return inside
  const { condition, operand } = inside
  return { ...operand, operands: operand.operands.map((one) => filter(one, [condition])) }
}

function hasExists(expression: Expression): boolean {
  switch (expression.kind) {
    case 'variable':
    case 'term':
      return false
    case 'exists':
      return true
    case 'call':
    case 'function':
      return expression.arguments.some(hasExists)
  }
}
