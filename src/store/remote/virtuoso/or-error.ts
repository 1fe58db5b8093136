import { call, type Expression } from '../../../sparql/algebra.ts'

/** An expression where all conditions hold, and an error otherwise: `IF(?a && ?b, expression, COALESCE())`. */
export function orError(conditions: readonly Expression[], expression: Expression): Expression {
  const [first, ...rest] = conditions
  if (first === undefined) return expression
  const all = rest.reduce((before, one) => call('&&', before, one), first)
  return call('IF', all, expression, call('COALESCE'))
}
