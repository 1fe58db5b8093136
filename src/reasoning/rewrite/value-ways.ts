import { join, type PatternTerm } from '../../sparql/algebra.ts'
import type { ValueRule } from '../rules.ts'
import { memberWays, namedWays } from './member-ways.ts'
import { anyOf, type Making, type Way } from './ways.ts'

/** The ways on which members of a class have a value. */
export function valueWays(
  subject: PatternTerm,
  { members, value, inverse }: ValueRule,
  object: PatternTerm,
  making: Making,
): readonly Way[] {
  if (inverse && value.kind === 'literal' && making.equals === undefined) return []
  const [node, end] = inverse ? [object, subject] : [subject, object]
  const ended = anyOf(namedWays(end, [value], making))
  const member = anyOf(memberWays(node, members, making))
  if (ended === undefined || member === undefined) return []
  const operation = join([member.operation, ended.operation])
  return [{ operation, mayBeLiteral: (inverse ? ended : member).mayBeLiteral }]
}
