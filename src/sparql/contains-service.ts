import type { Expression, Operation, Service } from './algebra.ts'

/** Whether a pattern asks other endpoints, in filters too. What stands in a `SERVICE` is the other endpoint's. */
export function containsService(operation: Operation): boolean {
  return someService(operation, () => true)
}

/** Whether a pattern asks an endpoint that only its solutions can tell. */
export function hasVariableEndpoint(operation: Operation): boolean {
  return someService(operation, ({ endpoint }) => endpoint.kind === 'variable')
}

function someService(operation: Operation, test: (service: Service) => boolean): boolean {
  const inside = (inner: Operation): boolean => someService(inner, test)
  const expressed = (expression: Expression | undefined): boolean =>
    expression !== undefined && someExists(expression, inside)
  switch (operation.kind) {
    case 'bgp':
    case 'path':
    case 'values':
      return false
    case 'service':
      return test(operation)
    case 'join':
    case 'union':
      return operation.operands.some(inside)
    case 'leftJoin':
      return inside(operation.left) || inside(operation.right) || expressed(operation.condition)
    case 'minus':
      return inside(operation.left) || inside(operation.right)
    case 'filter':
      return inside(operation.operand) || expressed(operation.condition)
    case 'extend':
      return inside(operation.operand) || expressed(operation.expression)
    case 'orderBy':
      return (
        inside(operation.operand) || operation.comparators.some(({ expression }) => expressed(expression))
      )
    case 'group':
      return inside(operation.operand) || operation.aggregates.some(({ expression }) => expressed(expression))
    case 'graph':
    case 'project':
    case 'distinct':
    case 'slice':
      return inside(operation.operand)
  }
}

function someExists(expression: Expression, test: (operand: Operation) => boolean): boolean {
  switch (expression.kind) {
    case 'variable':
    case 'term':
      return false
    case 'exists':
      return test(expression.operand)
    case 'call':
    case 'function':
      return expression.arguments.some((argument) => someExists(argument, test))
  }
}
