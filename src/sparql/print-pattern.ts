import type { Expression, LeftJoin, Operation, TriplePattern, Values } from './algebra.ts'
import { printExpression } from './print-expression.ts'
import { writePath } from './print-path.ts'
import { printSelect } from './print-select.ts'
import { inScope } from './scope.ts'
import type { Writer } from './writer.ts'

/**
 * Writes an operation as a group graph pattern, braces and all, without a line end behind it. Filters are written in
 * the group that they apply to; every operand that would not mean the same there gets braces of its own.
 */
export function printGroup(writer: Writer, operation: Operation): void {
  writer.syntax('{\n')
  let rest = operation
  const conditions: Expression[] = []
  while (rest.kind === 'filter') {
    conditions.unshift(rest.condition)
    rest = rest.operand
  }
  // A subselect stands alone in its braces.
  if (conditions.length === 0 && isModifier(rest)) printSelect(writer, rest)
  else writeElements(writer, rest)
  for (const condition of conditions) {
    writer.syntax('FILTER(')
    printExpression(writer, condition)
    writer.syntax(')\n')
  }
  if (conditions.length === 0 && isModifier(rest)) writer.syntax('\n')
  writer.syntax('}')
}

/** Writes the elements that, first in a group, make the operation. */
function writeElements(writer: Writer, operation: Operation): void {
  switch (operation.kind) {
    case 'bgp':
      for (const pattern of operation.patterns) writeTriple(writer, pattern)
      return
    case 'path':
      writePath(writer, operation)
      return
    case 'join': {
      const [first, ...others] = operation.operands
      if (first === undefined) return
      writeElements(writer, first)
      for (const other of others) writeJoined(writer, other)
      return
    }
    case 'leftJoin':
      writeElements(writer, operation.left)
      writer.syntax('OPTIONAL ')
      writeOptional(writer, operation)
      return
    case 'minus':
      writeElements(writer, operation.left)
      writer.syntax('MINUS ')
      printGroup(writer, operation.right)
      writer.syntax('\n')
      return
    case 'extend':
      if (inScope(operation.operand).has(operation.variable)) {
        throw new Error(`BIND rebinds the variable ?${operation.variable}`)
      }
      writeElements(writer, operation.operand)
      writer.syntax('BIND(')
      printExpression(writer, operation.expression)
      writer.syntax(' AS ')
      writer.variable(operation.variable)
      writer.syntax(')\n')
      return
    case 'union':
      writeUnion(writer, operation.operands)
      return
    case 'values':
      writeValues(writer, operation)
      return
    case 'graph':
      writer.syntax('GRAPH ')
      if (operation.name.kind === 'variable') writer.variable(operation.name.name)
      else writer.iri(operation.name.value)
      writer.syntax(' ')
      printGroup(writer, operation.operand)
      writer.syntax('\n')
      return
    case 'service':
      writer.syntax(operation.silent ? 'SERVICE SILENT ' : 'SERVICE ')
      if (operation.endpoint.kind === 'variable') writer.variable(operation.endpoint.name)
      else writer.iri(operation.endpoint.value)
      writer.syntax(' ')
      printGroup(writer, operation.operand)
      writer.syntax('\n')
      return
    case 'filter':
    case 'project':
    case 'distinct':
    case 'orderBy':
    case 'slice':
    case 'group':
      printGroup(writer, operation)
      writer.syntax('\n')
  }
}

/** Writes the elements that join an operation to what stands before them in a group. */
function writeJoined(writer: Writer, operation: Operation): void {
  switch (operation.kind) {
    case 'join':
      for (const operand of operation.operands) writeJoined(writer, operand)
      return
    case 'leftJoin':
    case 'minus':
    case 'extend':
      printGroup(writer, operation)
      writer.syntax('\n')
      return
    default:
      writeElements(writer, operation)
  }
}

function writeOptional(writer: Writer, { right, condition }: LeftJoin): void {
  const inside = braced(right)
  printGroup(writer, condition === undefined ? inside : { kind: 'filter', operand: inside, condition })
  writer.syntax('\n')
}

/** A filter on top of an optional group would be read as the condition of the left join: it gets braces of its own. */
function braced(operation: Operation): Operation {
  return operation.kind === 'filter' ? { kind: 'union', operands: [operation] } : operation
}

function writeUnion(writer: Writer, operands: readonly Operation[]): void {
  if (operands.length === 0) {
    writer.syntax('VALUES () { }\n')
    return
  }
  for (const [index, operand] of operands.entries()) {
    if (index > 0) writer.syntax(' UNION ')
    printGroup(writer, operand)
  }
  writer.syntax('\n')
}

function writeValues(writer: Writer, { variables, rows }: Values): void {
  writer.syntax('VALUES (')
  for (const [index, name] of variables.entries()) {
    if (index > 0) writer.syntax(' ')
    writer.variable(name)
  }
  writer.syntax(') {\n')
  for (const row of rows) {
    writer.syntax('(')
    for (const [index, cell] of row.entries()) {
      if (index > 0) writer.syntax(' ')
      if (cell === null) writer.syntax('UNDEF')
      else if (cell.kind === 'blank') writer.iri(`_:${cell.value}`)
      else writer.term(cell)
    }
    writer.syntax(')\n')
  }
  writer.syntax('}\n')
}

function writeTriple(writer: Writer, { subject, predicate, object }: TriplePattern): void {
  for (const part of [subject, predicate, object]) {
    if (part.kind === 'variable') writer.variable(part.name)
    else writer.term(part)
    writer.syntax(' ')
  }
  writer.syntax('.\n')
}

function isModifier(operation: Operation): boolean {
  switch (operation.kind) {
    case 'project':
    case 'distinct':
    case 'orderBy':
    case 'slice':
    case 'group':
      return true
    default:
      return false
  }
}
