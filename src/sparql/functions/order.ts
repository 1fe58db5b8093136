import type { Literal, Term } from '../../rdf/term.ts'
import { isNumeric, literalValue, numericKey, type Value } from '../../rdf/value.ts'
import { compareCodePoints } from './code-points.ts'

/** The place of a kind of term in ORDER BY. */
type Rank = number

/**
 * The order of ORDER BY (SPARQL 1.1, 15.1), made total: unbound, blank nodes, IRIs, then literals by kind of value:
 * numbers, booleans, dateTimes, dates, times, strings, others. Zero for terms of equal value; NaN comes before all
 * numbers.
 */
export function compareForOrder(a: Term | undefined, b: Term | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  if (a.kind !== 'literal' || b.kind !== 'literal') {
    const [x, y] = [kindRank(a), kindRank(b)]
    return x === y ? compareCodePoints(a.value, b.value) : x - y
  }
  const [x, y] = [literalValue(a), literalValue(b)]
  const [rankX, rankY] = [valueRank(x), valueRank(y)]
  return rankX === rankY ? compareAlike(a, x, b, y) : rankX - rankY
}

function compareAlike(a: Literal, x: Value, b: Literal, y: Value): number {
  if (isNumeric(x) && isNumeric(y)) return compareKeys(numericKey(x), numericKey(y))
  if (x.kind === 'boolean' && y.kind === 'boolean') return Number(x.value) - Number(y.value)
  if ('zone' in x && 'zone' in y) return x.seconds - y.seconds
  return (
    compareCodePoints(a.value, b.value) ||
    compareCodePoints(a.datatype, b.datatype) ||
    compareCodePoints(a.language, b.language)
  )
}

/** Compares the keys of numbers, which unlike promoted operands are in one order whatever their datatypes. */
function compareKeys(a: number | bigint | null, b: number | bigint | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a < b ? -1 : a > b ? 1 : 0
}

function kindRank(term: Term): Rank {
  switch (term.kind) {
    case 'blank':
      return 0
    case 'iri':
      return 1
    case 'literal':
      return 2
  }
}

function valueRank(value: Value): Rank {
  switch (value.kind) {
    case 'integer':
    case 'decimal':
    case 'float':
    case 'double':
      return 0
    case 'boolean':
      return 1
    case 'dateTime':
      return 2
    case 'date':
      return 3
    case 'time':
      return 4
    case 'string':
      return 5
    case 'langString':
    case 'duration':
    case 'illTyped':
    case 'other':
      return 6
  }
}
