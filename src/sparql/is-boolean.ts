import { xsd } from '../rdf/term.ts'
import type { Expression, Operator } from './algebra.ts'

const booleanOperators: ReadonlySet<Operator> = new Set([
  '||',
  '&&',
  '!',
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'IN',
  'NOT IN',
  'BOUND',
  'sameTerm',
  'isIRI',
  'isBlank',
  'isLiteral',
  'isNumeric',
  'STRSTARTS',
  'STRENDS',
  'CONTAINS',
  'LANGMATCHES',
  'REGEX',
])

/** Whether an expression is a boolean wherever it has a value, by its operator alone. */
export function isBoolean(expression: Expression): boolean {
  switch (expression.kind) {
    case 'variable':
      return false
    case 'term':
      return expression.term.kind === 'literal' && expression.term.datatype === xsd.boolean
    case 'call':
      return booleanOperators.has(expression.operator)
    case 'function':
      return expression.iri === xsd.boolean
    case 'exists':
      return true
  }
}
