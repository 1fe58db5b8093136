import type { Expression, Operation } from './algebra.ts'

/**
 * The operation with each operation that it directly consists of changed: its operands, and the patterns of `EXISTS` in
 * its expressions.
 */
export function mapOperands(operation: Operation, change: (operand: Operation) => Operation): Operation {
  const expression = (one: Expression): Expression => mapPatterns(one, change)
  switch (operation.kind) {
    case 'bgp':
    case 'path':
    case 'values':
      return operation
    case 'join':
    case 'union':
      return { ...operation, operands: operation.operands.map(change) }
    case 'leftJoin':
      return {
        ...operation,
        left: change(operation.left),
        right: change(operation.right),
        ...(operation.condition && { condition: expression(operation.condition) }),
      }
    case 'minus':
      return { ...operation, left: change(operation.left), right: change(operation.right) }
    case 'filter':
      return {
        ...operation,
        operand: change(operation.operand),
        condition: expression(operation.condition),
      }
    case 'extend':
      return {
        ...operation,
        operand: change(operation.operand),
        expression: expression(operation.expression),
      }
    case 'orderBy':
      return {
        ...operation,
        operand: change(operation.operand),
        comparators: operation.comparators.map((one) => ({ ...one, expression: expression(one.expression) })),
      }
    case 'group':
      return {
        ...operation,
        operand: change(operation.operand),
        aggregates: operation.aggregates.map((one) =>
          one.expression === undefined ? one : { ...one, expression: expression(one.expression) },
        ),
      }
    case 'graph':
    case 'service':
    case 'project':
    case 'distinct':
    case 'slice':
      return { ...operation, operand: change(operation.operand) }
  }
}

/** The expression with the pattern of each `EXISTS` in it changed. */
export function mapPatterns(expression: Expression, change: (pattern: Operation) => Operation): Expression {
  switch (expression.kind) {
    case 'variable':
    case 'term':
      return expression
    case 'call':
    case 'function':
      return { ...expression, arguments: expression.arguments.map((one) => mapPatterns(one, change)) }
    case 'exists':
      return { ...expression, operand: change(expression.operand) }
  }
}
