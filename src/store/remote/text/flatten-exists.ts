import { bgp, type Expression, filter, type Operation, type TriplePattern } from '../../../sparql/algebra.ts'
import { conjunctsOf } from '../../../sparql/conjuncts-of.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { freeVariables, inScope } from '../../../sparql/scope.ts'

/**
 * An operation in which no pattern of `EXISTS` asks for another by `EXISTS` in a filter of its own, where one pattern can ask
 * for both. Engines may find all solutions of the inner one anew for each of the outer one.
 */
export function flattenExists(operation: Operation): Operation {
  return mapOperands(operation, (operand) => {
    const flat = flattenExists(operand)
    return isConditionOf(operation, operand) ? merged(flat) : flat
  })
}

/** Whether an operand is the pattern of an `EXISTS`, rather than what an operation takes its solutions from. */
function isConditionOf(operation: Operation, operand: Operation): boolean {
  switch (operation.kind) {
    case 'filter':
    case 'extend':
    case 'orderBy':
    case 'group':
      return operand !== operation.operand
    case 'leftJoin':
      return operand !== operation.left && operand !== operation.right
    default:
      return false
  }
}

/** A pattern of EXISTS with the triple patterns of those within it, as far as their variables are their own. */
function merged(operation: Operation): Operation {
  if (operation.kind !== 'filter' || operation.operand.kind !== 'bgp') return operation
  const conditions = conjunctsOf(operation.condition)
  let patterns: readonly TriplePattern[] = operation.operand.patterns
  const kept: Expression[] = []
  for (const [index, condition] of conditions.entries()) {
    const others = [...kept, ...conditions.slice(index + 1)]
    const parts = partsOf(condition)
    const known = inScope(bgp(patterns))
    const own = parts && [...inScope(bgp(parts.patterns))].filter((name) => !known.has(name))
    const isOwn = own?.every((name) => others.every((other) => !freeVariables(other).has(name)))
    if (parts === undefined || isOwn !== true) {
      kept.push(condition)
      continue
    }
    patterns = [...patterns, ...parts.patterns]
    kept.push(...parts.conditions)
  }
  return filter(bgp(patterns), kept)
}

/** What an EXISTS asks for, where that is triple patterns and conditions. */
function partsOf(
  condition: Expression,
): { readonly patterns: readonly TriplePattern[]; readonly conditions: readonly Expression[] } | undefined {
  if (condition.kind !== 'exists' || condition.negated) return undefined
  const { operand } = condition
  if (operand.kind === 'bgp') return { patterns: operand.patterns, conditions: [] }
  if (operand.kind !== 'filter' || operand.operand.kind !== 'bgp') return undefined
  return { patterns: operand.operand.patterns, conditions: conjunctsOf(operand.condition) }
}
