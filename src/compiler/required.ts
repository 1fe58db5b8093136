import { bgp, type Expression, filter, type TriplePattern } from '../sparql/algebra.ts'
import { edge, hasMatch, isOneOf, lacks, matchExpression } from './constraints.ts'
import type { Names } from './names.ts'
import type { Constraint, Field, PropertyField } from './operation.ts'

/**
 * That a node has a value for a required field, with all that is required of that value: the condition alone, which
 * neither binds what the answer shows nor multiplies solutions.
 */
export function hasField(
  node: string,
  field: PropertyField,
  isFunctional: (predicate: string) => boolean,
  names: Names,
): Expression {
  const value = names.helper()
  const inner = conditionsOf(value, field.fields ?? [], field.constraints, isFunctional, names)
  const patterns = [edge(node, field.predicate, value), ...inner.patterns]
  return { kind: 'exists', negated: false, operand: filter(bgp(patterns), inner.conditions) }
}

/**
 * Patterns and conditions that a node has to satisfy. Properties of several values are conditions of their own, each
 * ending at its first witness: joined, they would try every combination before they fail.
 */
function conditionsOf(
  node: string,
  fields: readonly Field[],
  constraints: readonly Constraint[],
  isFunctional: (predicate: string) => boolean,
  names: Names,
): { readonly patterns: readonly TriplePattern[]; readonly conditions: readonly Expression[] } {
  const patterns: TriplePattern[] = []
  const conditions: Expression[] = []
  for (const constraint of constraints) {
    switch (constraint.kind) {
      case 'node':
        conditions.push(isOneOf(node, constraint.iris))
        break
      case 'absent':
        conditions.push(lacks(node, constraint.predicate, names))
        break
      case 'valueOrAbsent':
      case 'value':
        if (constraint.kind === 'value' && isFunctional(constraint.predicate)) {
          const value = names.helper()
          patterns.push(edge(node, constraint.predicate, value))
          conditions.push(matchExpression(value, constraint.matches))
        } else {
          conditions.push(constraintExpression(node, constraint, names))
        }
    }
  }
  for (const field of fields) {
    if (field.kind !== 'property' || field.optional) continue
    if (isFunctional(field.predicate)) {
      const value = names.helper()
      const inner = conditionsOf(value, field.fields ?? [], field.constraints, isFunctional, names)
      patterns.push(edge(node, field.predicate, value), ...inner.patterns)
      conditions.push(...inner.conditions)
    } else {
      conditions.push(hasField(node, field, isFunctional, names))
    }
  }
  return { patterns, conditions }
}

/** A constraint as an expression about its node. */
export function constraintExpression(node: string, constraint: Constraint, names: Names): Expression {
  switch (constraint.kind) {
    case 'node':
      return isOneOf(node, constraint.iris)
    case 'absent':
      return lacks(node, constraint.predicate, names)
    case 'value':
      return hasMatch(node, constraint.predicate, constraint.matches, names)
    case 'valueOrAbsent':
      return {
        kind: 'call',
        operator: '||',
        arguments: [
          lacks(node, constraint.predicate, names),
          hasMatch(node, constraint.predicate, constraint.matches, names),
        ],
      }
  }
}
