import { call, type Expression, type Operation, type Operator, variable } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { certainlyBound, inScope } from '../../../sparql/scope.ts'
import { orError } from './or-error.ts'

const comparing: ReadonlySet<Operator> = new Set([
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'sameTerm',
  'IN',
  'NOT IN',
])

/** A comparison of a variable that may be unbound errs where it is: `IF(BOUND(?x), ?x != :a, COALESCE())`. */
export function guardUnbound(operation: Operation): Operation {
  const inside = mapOperands(operation, guardUnbound)
  switch (inside.kind) {
    case 'filter':
      return { ...inside, condition: guarded(inside.condition, looseVariables([inside.operand])) }
    case 'extend':
      return { ...inside, expression: guarded(inside.expression, looseVariables([inside.operand])) }
    case 'leftJoin': {
      if (inside.condition === undefined) return inside
      return { ...inside, condition: guarded(inside.condition, looseVariables([inside.left, inside.right])) }
    }
    default:
      return inside
  }
}

/** Variables of operations that a solution may leave unbound. */
function looseVariables(operations: readonly Operation[]): ReadonlySet<string> {
  const bound = new Set(operations.flatMap((one) => [...certainlyBound(one)]))
  return new Set(operations.flatMap((one) => [...inScope(one)]).filter((name) => !bound.has(name)))
}

function guarded(expression: Expression, loose: ReadonlySet<string>): Expression {
  if (loose.size === 0 || (expression.kind !== 'call' && expression.kind !== 'function')) return expression
  const inner = { ...expression, arguments: expression.arguments.map((one) => guarded(one, loose)) }
  if (inner.kind !== 'call' || !comparing.has(inner.operator)) return inner
  const names = inner.arguments.flatMap((one) =>
    one.kind === 'variable' && loose.has(one.name) ? [one.name] : [],
  )
  return orError(
    [...new Set(names)].map((name) => call('BOUND', variable(name))),
    inner,
  )
}
