import { xsd } from '../../../rdf/term.ts'
import { call, type Expression, type Operation, term } from '../../../sparql/algebra.ts'
import { isBoolean } from '../../../sparql/is-boolean.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'

/** A computed boolean becomes a literal by its text: `STRDT(STR(?a = ?b), xsd:boolean)`. */
export function typeBooleans(operation: Operation): Operation {
  const inside = mapOperands(operation, typeBooleans)
  return inside.kind === 'extend' ? { ...inside, expression: typed(inside.expression) } : inside
}

function typed(expression: Expression): Expression {
  if (isBoolean(expression)) {
    return call('STRDT', call('STR', expression), term({ kind: 'iri', value: xsd.boolean }))
  }
  if (expression.kind !== 'call') return expression
  const [first, ...rest] = expression.arguments
  switch (expression.operator) {
    case 'IF':
      return first === undefined ? expression : { ...expression, arguments: [first, ...rest.map(typed)] }
    case 'COALESCE':
      return { ...expression, arguments: expression.arguments.map(typed) }
    default:
      return expression
  }
}
