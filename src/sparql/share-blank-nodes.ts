import { call, type Expression, type Extend, type Operation, variable } from './algebra.ts'
import type { Conversion } from './conversion.ts'

/**
 * Gives each `BNODE` with a string of an extension a second argument: a variable that stands for the solution. The same
 * string is the same blank node in all expressions of one solution (SPARQL 1.1, 17.4.2.9), and each expression is
 * evaluated by itself. The variable is bound where the first such expression is, to a blank node of its own.
 */
export function shareBlankNodes(
  extend: Extend,
  { freshName, solutionNames }: Pick<Conversion, 'freshName' | 'solutionNames'>,
): Extend {
  if (!makesNamed(extend.expression)) return extend
  const bound = boundBelow(extend.operand, solutionNames)
  const name = bound ?? freshName()
  solutionNames.add(name)
  const expression = withSolution(extend.expression, name)
  if (bound !== undefined) return { ...extend, expression }
  const operand: Extend = {
    kind: 'extend',
    operand: extend.operand,
    variable: name,
    expression: call('BNODE'),
  }
  return { ...extend, operand, expression }
}

function makesNamed(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return isNamed(expression) || expression.arguments.some(makesNamed)
    case 'function':
      return expression.arguments.some(makesNamed)
    case 'variable':
    case 'term':
    case 'exists':
      return false
  }
}

function isNamed({
  operator,
  arguments: operands,
}: {
  operator: string
  arguments: readonly Expression[]
}): boolean {
  return operator === 'BNODE' && operands.length === 1
}

function withSolution(expression: Expression, name: string): Expression {
  if (expression.kind !== 'call' && expression.kind !== 'function') return expression
  const operands = expression.arguments.map((operand) => withSolution(operand, name))
  const named = expression.kind === 'call' && isNamed(expression)
  return { ...expression, arguments: named ? [...operands, variable(name)] : operands }
}

/** The variable of the solution that a pattern has already where a solution that it makes part of goes through. */
function boundBelow(operation: Operation, names: ReadonlySet<string>): string | undefined {
  switch (operation.kind) {
    case 'extend':
      return names.has(operation.variable) ? operation.variable : boundBelow(operation.operand, names)
    case 'filter':
    case 'orderBy':
      return boundBelow(operation.operand, names)
    case 'join': {
      const [first] = operation.operands
      return first && boundBelow(first, names)
    }
    case 'leftJoin':
    case 'minus':
      return boundBelow(operation.left, names)
    default:
      return undefined
  }
}
