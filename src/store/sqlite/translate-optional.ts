import type { Expression } from '../../sparql/algebra.ts'
import { agree, type Binding, type Block, joinBlocks, type OptionalMatch, restrict, slotOf } from './block.ts'
import { correlate, existsIn, sharedDomain } from './correlate.ts'
import { isTrivial, temporary } from './relation.ts'
import type { Slot, Sql } from './sql.ts'
import type { Translation } from './translation.ts'

/** Makes a condition SQL, over the bindings of a block. */
export type ConditionWriter = (condition: Expression, bindings: ReadonlyMap<string, Binding>) => Sql

/**
 * `left OPTIONAL { right FILTER(condition) }` (SPARQL 1.1, 18.5 LeftJoin), for each block of the left side.
 *
 * A right side of one triple pattern is a left join. Any other is found from the left side twice: its matches, and the
 * left solutions without one; the left side is kept in a temporary table for that, and the right side never made whole.
 */
export function leftJoinBlocks(
  left: readonly Block[],
  right: readonly Block[],
  condition: Expression | undefined,
  translation: Translation,
  write: ConditionWriter,
): readonly Block[] {
  if (right.length === 0) return left
  const [only] = right
  return left.flatMap((block) => {
    const around = substituted(translation.outer, block)
    if (only !== undefined && right.length === 1) {
      const joined = leftJoinPattern(block, only, condition, around, write)
      if (joined !== undefined) return [joined]
    }
    const kept = translation.correlated || isTrivial(block) ? block : temporary([block], translation)
    const inside = around.size === 0 ? right : right.map((other) => correlate(around, other))
    return matchedAndUnmatched(kept, inside, condition, write)
  })
}

/**
 * The variables that EXISTS puts values in place of (SPARQL 1.1, 18.6 "substitute"), save those that the left side binds
 * anyhow: a right side has to match with those values, else there is no match, whatever others would match.
 */
function substituted(outer: ReadonlyMap<string, Binding>, left: Block): ReadonlyMap<string, Binding> {
  return new Map([...outer].filter(([name]) => left.bindings.get(name)?.maybeUnbound !== false))
}

function leftJoinPattern(
  left: Block,
  right: Block,
  condition: Expression | undefined,
  around: ReadonlyMap<string, Binding>,
  write: ConditionWriter,
): Block | undefined {
  const [source, ...others] = right.sources
  if (
    source?.kind !== 'quad' ||
    others.length > 0 ||
    right.equalities.length > 0 ||
    source.optional !== undefined
  )
    return undefined
  const bindings = new Map(left.bindings)
  const equalities: (readonly [Slot, Slot])[] = []
  const conditions: Sql[] = [...right.conditions]
  for (const [name, binding] of right.bindings) {
    const own = slotOf(binding)
    if (own === undefined) return undefined
    const other = left.bindings.get(name)
    for (const same of [around.get(name), other]) {
      if (same === undefined) continue
      const agreement = agree(same, binding)
      if (agreement.equality !== undefined) equalities.push([own, agreement.equality[0]])
      if (agreement.condition !== undefined) conditions.push(agreement.condition)
    }
    if (other === undefined) {
      bindings.set(name, { ...binding, maybeUnbound: true })
      continue
    }
    // Where the left side leaves a variable unbound and nothing matches, it stays unbound.
    if (other.maybeUnbound) {
      bindings.set(name, { ...joinBindings(other, binding), maybeUnbound: true })
    }
  }
  if (condition !== undefined) conditions.push(write(condition, bindings))
  const optional: OptionalMatch = { equalities, conditions }
  return { ...left, sources: [...left.sources, { ...source, optional }], bindings }
}

function joinBindings(left: Binding, right: Binding): Binding {
  return {
    value: ['coalesce(', ...left.value, ', ', ...right.value, ')'],
    maybeUnbound: true,
    stored: left.stored && right.stored,
  }
}

function matchedAndUnmatched(
  left: Block,
  right: readonly Block[],
  condition: Expression | undefined,
  write: ConditionWriter,
): readonly Block[] {
  const matched = right.map((block) => {
    const joined = joinBlocks(left, block)
    return condition === undefined ? joined : restrict(joined, write(condition, joined.bindings))
  })
  const tests = right.map((block) => {
    const test = correlate(left.bindings, block)
    if (condition === undefined) return test
    return restrict(test, write(condition, joinBlocks(left, block).bindings))
  })
  return [...matched, restrict(left, existsIn(tests, true))]
}

/** `left MINUS right` (SPARQL 1.1, 18.5 Minus): left solutions without a compatible right one that shares a variable. */
export function minusBlocks(left: readonly Block[], right: readonly Block[]): readonly Block[] {
  return left.map((block) => {
    const tests = right.flatMap((other) => {
      const domain = sharedDomain(block, other)
      return domain === undefined ? [] : [restrict(correlate(block.bindings, other), ...domain)]
    })
    return tests.length === 0 ? block : restrict(block, existsIn(tests, true))
  })
}
