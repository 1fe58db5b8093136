import type { Expression, Operation } from './algebra.ts'
import { mapOperands } from './map-operands.ts'

/** The operation with each whole expression in it changed, those of the operations within it and within `EXISTS` too. */
export function mapExpressions(
  operation: Operation,
  change: (expression: Expression) => Expression,
): Operation {
  const inside = mapOperands(operation, (one) => mapExpressions(one, change))
  switch (inside.kind) {
    case 'leftJoin':
      return inside.condition === undefined ? inside : { ...inside, condition: change(inside.condition) }
    case 'filter':
      return { ...inside, condition: change(inside.condition) }
    case 'extend':
      return { ...inside, expression: change(inside.expression) }
    case 'orderBy': {
      const comparators = inside.comparators.map((one) => ({ ...one, expression: change(one.expression) }))
      return { ...inside, comparators }
    }
    case 'group': {
      const aggregates = inside.aggregates.map((one) =>
        one.expression === undefined ? one : { ...one, expression: change(one.expression) },
      )
      return { ...inside, aggregates }
    }
    default:
      return inside
  }
}
