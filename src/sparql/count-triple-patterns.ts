import type { Expression, Operation } from './algebra.ts'

/** How many triple patterns a query has, those within `EXISTS` among them. */
export function countTriplePatterns(operation: Operation): number {
  switch (operation.kind) {
    case 'bgp':
      return operation.patterns.length
    case 'path':
      return 1
    case 'values':
      return 0
    case 'join':
    case 'union':
      return operation.operands.reduce((sum, operand) => sum + countTriplePatterns(operand), 0)
    case 'leftJoin':
      return (
        countTriplePatterns(operation.left) +
        countTriplePatterns(operation.right) +
        (operation.condition === undefined ? 0 : countInExpression(operation.condition))
      )
    case 'minus':
      return countTriplePatterns(operation.left) + countTriplePatterns(operation.right)
    case 'filter':
      return countTriplePatterns(operation.operand) + countInExpression(operation.condition)
    case 'extend':
      return countTriplePatterns(operation.operand) + countInExpression(operation.expression)
    case 'graph':
    case 'service':
    case 'project':
    case 'distinct':
    case 'orderBy':
    case 'slice':
    case 'group':
      return countTriplePatterns(operation.operand)
  }
}

function countInExpression(expression: Expression): number {
  switch (expression.kind) {
    case 'variable':
    case 'term':
      return 0
    case 'exists':
      return countTriplePatterns(expression.operand)
    case 'call':
    case 'function':
      return expression.arguments.reduce((sum, argument) => sum + countInExpression(argument), 0)
  }
}
