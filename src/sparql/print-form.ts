import type { Operation } from './algebra.ts'
import { printGroup } from './print-pattern.ts'
import { freshName, printSelect, writeModifiers } from './print-select.ts'
import { writeTriples } from './print-template.ts'
import type { Query } from './query-form.ts'
import { inScope } from './scope.ts'
import type { Writer } from './writer.ts'

/**
 * Writes a query of any form, without a line end behind it; `writeDataset` writes what stands between the form and the
 * pattern.
 */
export function writeForm(writer: Writer, query: Query, writeDataset: () => void): void {
  switch (query.kind) {
    case 'select':
      printSelect(writer, query.operation, writeDataset)
      return
    case 'ask':
      writer.syntax('ASK')
      break
    case 'construct':
      writer.syntax('CONSTRUCT ')
      writeTriples(writer, query.template)
      break
    case 'describe':
      writer.syntax('DESCRIBE')
      if (query.terms.length === 0) writeNothing(writer, query.operation)
      for (const term of query.terms) {
        writer.syntax(' ')
        if (term.kind === 'variable') writer.variable(term.name)
        else writer.term(term)
      }
  }
  writeDataset()
  writer.syntax('\n')
  writeSolutions(writer, query.operation)
}

/** What describes nothing: DESCRIBE has to name something. */
function writeNothing(writer: Writer, operation: Operation): void {
  writer.syntax(' ')
  if (inScope(operation).size === 0) writer.syntax('*')
  else writer.variable(freshName(operation))
}

/** Writes a pattern with the order and the limits of its solutions; other modifiers are those of a subselect. */
function writeSolutions(writer: Writer, operation: Operation): void {
  const slice = operation.kind === 'slice' ? operation : undefined
  const sorted = slice?.operand ?? operation
  const [comparators, pattern] =
    sorted.kind === 'orderBy' ? [sorted.comparators, sorted.operand] : [[], sorted]
  printGroup(writer, pattern)
  writeModifiers(writer, { comparators, offset: slice?.offset ?? 0, limit: slice?.limit })
}
