import type { Expression } from '../../../sparql/algebra.ts'
import {
  agree,
  type Binding,
  type Block,
  joinBlocks,
  type OptionalMatch,
  restrict,
  slotOf,
} from '../select/block.ts'
import type { Slot, Sql } from '../select/sql.ts'
import { correlate, existsIn, sharedDomain } from './correlate.ts'
import { derived, plainRelation, selectOf, temporary } from './relation.ts'
import type { Translation } from './translation.ts'

/** Makes a condition SQL, over the bindings of a block. */
export type ConditionWriter = (condition: Expression, bindings: ReadonlyMap<string, Binding>) => Sql

/**
 * `left OPTIONAL { right FILTER(condition) }` (SPARQL 1.1, 18.5 LeftJoin), for each block of the left side.
 *
 * A right side of one triple pattern is a left join. Of any other the matches are found from the left side on, so that
 * it is never made whole, and kept; they are left joined to the left side by the number of the row that they are of.
 * Within EXISTS, where nothing can be kept, the right side stands twice: as matches, and as what has none.
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
    if (!translation.correlated) return [leftJoinMatches(block, right, condition, translation, write)]
    const inside = around.size === 0 ? right : right.map((other) => correlate(around, other))
    return matchedAndUnmatched(block, inside, condition, write)
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

/** A left join with the matches of a right side, which are a temporary table. */
function leftJoinMatches(
  left: Block,
  right: readonly Block[],
  condition: Expression | undefined,
  translation: Translation,
  write: ConditionWriter,
): Block {
  const number = ` row ${translation.freshSlot()}`
  const numbered = new Map(left.bindings).set(number, {
    value: ['row_number() OVER ()'],
    maybeUnbound: false,
    stored: false,
  })
  const kept = temporary([{ ...left, bindings: numbered }], translation)
  const matched = right.map((block) => {
    const joined = joinBlocks(kept, block)
    return condition === undefined ? joined : restrict(joined, write(condition, joined.bindings))
  })
  const bound = new Set(right.flatMap((block) => [...block.bindings.keys()]))
  const news = [...bound].filter((name) => left.bindings.get(name)?.maybeUnbound !== false)
  const matches = derived(selectOf(plainRelation(matched), [number, ...news]), translation)
  const [source] = matches.sources
  const own = slotOfName(matches, number)
  const other = slotOfName(kept, number)
  if (source === undefined) throw new Error('A table of matches is a source.')
  const bindings = new Map(kept.bindings)
  bindings.delete(number)
  for (const name of news) {
    const binding = matches.bindings.get(name)
    if (binding === undefined) continue
    const before = bindings.get(name)
    const merged = before === undefined ? binding : joinBindings(before, binding)
    bindings.set(name, { ...merged, maybeUnbound: true })
  }
  const optional: OptionalMatch = { equalities: [[own, other]], conditions: [] }
  return { ...kept, sources: [...kept.sources, { ...source, optional }], bindings }
}

function slotOfName(block: Block, name: string): Slot {
  const binding = block.bindings.get(name)
  const slot = binding && slotOf(binding)
  if (slot === undefined) throw new Error('A row of a temporary table has a number.')
  return slot
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

/**
 * `left MINUS right` (SPARQL 1.1, 18.5 Minus): left solutions without a compatible right one that shares a variable.
 * Variables in whose place EXISTS puts the values of `outer` are none any more, so that they are not shared.
 */
export function minusBlocks(
  left: readonly Block[],
  right: readonly Block[],
  outer: ReadonlyMap<string, Binding>,
): readonly Block[] {
  return left.map((block) => {
    const tests = right.flatMap((other) => {
      const domain = sharedDomain(block, other, outer)
      if (domain === undefined) return []
      return [restrict(correlate(block.bindings, correlate(outer, other)), ...domain)]
    })
    return tests.length === 0 ? block : restrict(block, existsIn(tests, true))
  })
}
