import type { Call, Expression } from './algebra.ts'
import { printGroup } from './print-pattern.ts'
import type { Writer } from './writer.ts'

/** Writes an expression; operators within operators get parentheses, the outermost none. */
export function printExpression(writer: Writer, expression: Expression): void {
  switch (expression.kind) {
    case 'variable':
      writer.variable(expression.name)
      return
    case 'term':
      writer.term(expression.term)
      return
    case 'call':
      writeCall(writer, expression)
      return
    case 'function':
      writer.iri(expression.iri)
      writeArguments(writer, expression.arguments)
      return
    case 'exists':
      writer.syntax(expression.negated ? 'NOT EXISTS ' : 'EXISTS ')
      printGroup(writer, expression.operand)
  }
}

function writeCall(writer: Writer, { operator, arguments: operands }: Call): void {
  switch (operator) {
    case '||':
    case '&&':
    case '=':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '/':
      for (const [index, operand] of operands.entries()) {
        if (index > 0) writer.syntax(` ${operator} `)
        writeOperand(writer, operand)
      }
      return
    case 'IN':
    case 'NOT IN': {
      const [tested, ...list] = operands
      if (tested === undefined) throw new Error(`${operator} without an operand`)
      writeOperand(writer, tested)
      writer.syntax(` ${operator} `)
      writeArguments(writer, list)
      return
    }
    case '!':
      writeUnary(writer, '!(', operands)
      return
    // Parentheses, even around a number: `-5` is a literal, not a sign and a literal.
    case 'UMINUS':
      writeUnary(writer, '-(', operands)
      return
    case 'UPLUS':
      writeUnary(writer, '+(', operands)
      return
    case 'IRI':
      writeIriCall(writer, operands)
      return
    case 'BNODE':
      // The solution that it is of goes without saying.
      writer.syntax(operator)
      writeArguments(writer, operands.slice(0, 1))
      return
    default:
      writer.syntax(operator)
      writeArguments(writer, operands)
  }
}

/** The base that relative IRIs are resolved against is declared for the whole text. */
function writeIriCall(writer: Writer, [value, base]: readonly Expression[]): void {
  if (base?.kind === 'term') writer.base(base.term.value)
  writer.syntax('IRI')
  writeArguments(writer, value === undefined ? [] : [value])
}

function writeUnary(writer: Writer, opening: string, operands: readonly Expression[]): void {
  const [operand] = operands
  if (operand === undefined) throw new Error(`${opening} without an operand`)
  writer.syntax(opening)
  printExpression(writer, operand)
  writer.syntax(')')
}

function writeArguments(writer: Writer, operands: readonly Expression[]): void {
  writer.syntax('(')
  for (const [index, operand] of operands.entries()) {
    if (index > 0) writer.syntax(', ')
    printExpression(writer, operand)
  }
  writer.syntax(')')
}

function writeOperand(writer: Writer, operand: Expression): void {
  const infix = operand.kind === 'call' && isOperator(operand)
  if (infix) writer.syntax('(')
  printExpression(writer, operand)
  if (infix) writer.syntax(')')
}

function isOperator({ operator }: Call): boolean {
  return !/^[A-Za-z]/.test(operator) || /^(?:UMINUS|UPLUS|IN|NOT IN)$/.test(operator)
}
