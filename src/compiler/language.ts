import { literal } from '../rdf/term.ts'
import { bgp, call, type Expression, filter, term, variable } from '../sparql/algebra.ts'
import type { PropertyField } from './operation.ts'
import { pathPatterns } from './path-patterns.ts'
import type { Planning } from './plan-node.ts'

/**
 * That a value is in the first of the field's language ranges that any of the node's values is in (RFC 4647, basic
 * filtering). `*` is any language, and after all languages a text without one.
 */
export function languageConditions(
  node: string,
  value: string,
  field: PropertyField,
  { names, isFunctional }: Planning,
): readonly Expression[] {
  const ranges = (field.languages ?? []).flatMap((range) => (range === '*' ? ['*', ''] : [range]))
  if (ranges.length === 0) return []
  const best = ranges.map((range, rank): Expression => {
    const better = ranges.slice(0, rank)
    const matches = isIn(value, range)
    if (better.length === 0) return matches
    if (isFunctional(field.path)) return matches
    const other = names.helper()
    const betterOne = better.map((one) => isIn(other, one)).reduce((any, one) => call('||', any, one))
    const operand = filter(bgp(pathPatterns(node, field.path, variable(other), names)), [betterOne])
    return call('&&', matches, { kind: 'exists', negated: true, operand })
  })
  return [best.reduce((any, one) => call('||', any, one))]
}

/** Whether a literal is in a language range; the empty range is of texts without a language. */
function isIn(value: string, range: string): Expression {
  const language = call('LANG', variable(value))
  return range === ''
    ? call('=', language, term(literal('')))
    : call('LANGMATCHES', language, term(literal(range)))
}
