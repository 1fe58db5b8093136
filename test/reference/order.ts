import type { Term } from '../../src/rdf/term.ts'
import { literalValue } from './literal-value.ts'

const kinds = ['blank', 'iri', 'numeric', 'boolean', 'dateTime', 'date', 'time', 'string', 'other'] as const

/**
 * How two values of a property sort: blank nodes (by label), IRIs, then literals by kind of value (SPARQL 1.1, 15.1, with the kinds
 * of literals in the order numbers, booleans, dates and times, strings, others). Zero where nothing tells them apart.
 */
export function compareTerms(a: Term, b: Term): number {
  const left = sortKey(a)
  const right = sortKey(b)
  if (left.kind !== right.kind) return kinds.indexOf(left.kind) - kinds.indexOf(right.kind)
  if (typeof left.value === 'string' && typeof right.value === 'string') {
    return compareCodePoints(left.value, right.value)
  }
  if (left.value < right.value) return -1
  return left.value > right.value ? 1 : 0
}

interface SortKey {
  readonly kind: (typeof kinds)[number]
  readonly value: string | number | bigint | boolean
}

function sortKey(term: Term): SortKey {
  if (term.kind !== 'literal') return { kind: term.kind, value: term.value }
  const { kind, value } = literalValue(term)
  return kind === 'whole' || kind === 'fraction' ? { kind: 'numeric', value } : { kind, value }
}

function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (one) => one.codePointAt(0) ?? 0)
  const right = Array.from(b, (one) => one.codePointAt(0) ?? 0)
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
