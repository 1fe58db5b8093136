import type { Expression } from './algebra.ts'

/** The conditions that all have to be true for a condition to be: the operands of `&&`, however nested. */
export function conjunctsOf(condition: Expression): readonly Expression[] {
  return condition.kind === 'call' && condition.operator === '&&'
    ? condition.arguments.flatMap(conjunctsOf)
    : [condition]
}
