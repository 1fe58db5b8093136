import { isNumericDatatype } from '../../../rdf/value.ts'
import {
  type Call,
  call,
  type Expression,
  type Operation,
  type Operator,
  variable,
} from '../../../sparql/algebra.ts'
import { mapExpressions } from '../../../sparql/map-expressions.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { orError } from './or-error.ts'

const arithmetic: ReadonlySet<Operator> = new Set([
  '+',
  '-',
  '*',
  '/',
  'UMINUS',
  'UPLUS',
  'ABS',
  'CEIL',
  'FLOOR',
  'ROUND',
])
const comparing: ReadonlySet<Operator> = new Set(['<', '>', '<=', '>='])

/**
 * Arithmetic with variables, and the comparison of one with a number, is done where these are numbers, and errs otherwise:
 * `IF(isNumeric(?x), ?x + 1, COALESCE())`.
 */
export function guardNumbers(operation: Operation): Operation {
  return mapFilters(mapExpressions(operation, guarded))
}

/** A condition that has to hold as a whole says it as `isNumeric(?x) && ?x > 1`, for which indexes serve. */
function mapFilters(operation: Operation): Operation {
  const inside = mapOperands(operation, mapFilters)
  return inside.kind === 'filter' ? { ...inside, condition: conjunction(inside.condition) } : inside
}

function conjunction(condition: Expression): Expression {
  if (condition.kind !== 'call') return condition
  if (condition.operator === '&&') return { ...condition, arguments: condition.arguments.map(conjunction) }
  const [test, value, otherwise] = condition.arguments
  const errs =
    otherwise?.kind === 'call' && otherwise.operator === 'COALESCE' && otherwise.arguments.length === 0
  return condition.operator === 'IF' && errs && test !== undefined && value !== undefined
    ? call('&&', test, value)
    : condition
}

function guarded(expression: Expression): Expression {
  if (expression.kind === 'function') return { ...expression, arguments: expression.arguments.map(guarded) }
  if (expression.kind !== 'call') return expression
  const isSum = arithmetic.has(expression.operator)
  if (!isSum && !isComparison(expression))
    return { ...expression, arguments: expression.arguments.map(guarded) }
  const counted = new Set(expression.arguments.flatMap((one) => numbersOf(one)))
  const calculated = { ...expression, arguments: expression.arguments.map(calculation) }
  return orError(
    [...counted].map((name) => call('isNumeric', variable(name))),
    calculated,
  )
}

function isComparison({ operator, arguments: sides }: Call): boolean {
  return comparing.has(operator) && sides.some(isNumber)
}

function isNumber(expression: Expression): boolean {
  if (expression.kind === 'call') return arithmetic.has(expression.operator)
  return (
    expression.kind === 'term' &&
    expression.term.kind === 'literal' &&
    isNumericDatatype(expression.term.datatype)
  )
}

/** The variables that a calculation takes as numbers. */
function numbersOf(expression: Expression): readonly string[] {
  if (expression.kind === 'variable') return [expression.name]
  if (expression.kind !== 'call' || !arithmetic.has(expression.operator)) return []
  return expression.arguments.flatMap(numbersOf)
}

/** An operand of a calculation that has its guard: sums within it need none of their own. */
function calculation(expression: Expression): Expression {
  if (expression.kind !== 'call' || !arithmetic.has(expression.operator)) return guarded(expression)
  return { ...expression, arguments: expression.arguments.map(calculation) }
}
