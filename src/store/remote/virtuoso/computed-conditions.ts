import { literal, xsd } from '../../../rdf/term.ts'
import { call, type Expression, type Operation, term } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'

/** `FILTER(BOUND(?x))` of a variable that an expression computes becomes `FILTER(IF(BOUND(?x), true, false))`. */
export function filterByIf(operation: Operation): Operation {
  const inside = mapOperands(operation, filterByIf)
  if (inside.kind !== 'filter') return inside
  const computed = computedVariables(inside.operand)
  const change = (one: Expression): Expression => {
    if (one.kind !== 'call') return one
    if (one.operator === '&&') return { ...one, arguments: one.arguments.map(change) }
    const [of] = one.arguments
    return one.operator === 'BOUND' && of?.kind === 'variable' && computed.has(of.name)
      ? call('IF', one, truth(true), truth(false))
      : one
  }
  return { ...inside, condition: change(inside.condition) }
}

function truth(value: boolean): Expression {
  return term(literal(String(value), xsd.boolean))
}

/** The variables that `BIND` gives a value anywhere in an operation. */
function computedVariables(operation: Operation): ReadonlySet<string> {
  const found = new Set<string>()
  const collect = (one: Operation): Operation => {
    if (one.kind === 'extend') found.add(one.variable)
    return mapOperands(one, collect)
  }
  collect(operation)
  return found
}
