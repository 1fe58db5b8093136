import { literal, type Term, xsd } from '../../../rdf/term.ts'
import { filter, type Operation, term, union, type Values } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'

/**
 * Inline data that is an operand of a union gets a filter that holds always; where there are several such operands they
 * are one, with the variables of all.
 */
export function filterValues(operation: Operation): Operation {
  const inside = mapOperands(operation, filterValues)
  if (inside.kind !== 'union') return inside
  const lists = inside.operands.filter((operand) => operand.kind === 'values')
  const rest = inside.operands.filter((operand) => operand.kind !== 'values')
  if (lists.length === 0) return inside
  return union([filter(merged(lists), [term(literal('true', xsd.boolean))]), ...rest])
}

function merged(lists: readonly Values[]): Values {
  const variables = [...new Set(lists.flatMap((list) => list.variables))]
  const rows = lists.flatMap((list) =>
    list.rows.map((row) => variables.map((name) => row[list.variables.indexOf(name)] ?? null)),
  )
  return { kind: 'values', variables, rows }
}

/** Rows of inline data come with literals before IRIs, by the first column that has both. */
export function literalsFirst(operation: Operation): Operation {
  const inside = mapOperands(operation, literalsFirst)
  if (inside.kind !== 'values') return inside
  const { variables, rows } = inside
  const column = variables.findIndex((_, at) => new Set(rows.map((row) => rank(row[at]))).size > 1)
  if (column < 0) return inside
  return { ...inside, rows: rows.toSorted((a, b) => rank(a[column]) - rank(b[column])) }
}

function rank(term: Term | null | undefined): number {
  return term?.kind === 'iri' ? 1 : 0
}
