import type { Expression } from '../../../sparql/algebra.ts'
import {
  agree,
  type Binding,
  type Block,
  joinBlocks,
  type OptionalMatch,
  restrict,
  type Source,
  slotOf,
} from '../select/block.ts'
import { joinableCount } from '../select/split-block.ts'
import type { Slot, Sql } from '../select/sql.ts'
import { correlate, existsIn, sharedDomain } from './correlate.ts'
import { derived, isRepeatable, namesOf, plainRelation, selectOf, temporary } from './relation.ts'
import type { Translation } from './translation.ts'

/**
 * Blocks of an EXISTS that optional parts may come to by standing twice: a test ends at the first match, which a table of the
 * matches has only when it is whole.
 */
const doubledAtMost = 8

/** Makes a condition SQL, over the bindings of a block. */
export type ConditionWriter = (condition: Expression, bindings: ReadonlyMap<string, Binding>) => Sql

/**
 * `left OPTIONAL { right FILTER(condition) }` (SPARQL 1.1, 18.5 LeftJoin), for each block of the left side.
 *
 * A right side of one triple pattern is a left join. Of any other the matches are found from the left side on, so that
 * it is never made whole, and kept; they are left joined to the left side by the number of the row that they are of.
 * Within EXISTS nothing can be kept: the right side stands twice, as matches and as what has none. What the next one is
 * optional to would stand twice then: after a few of them the matches are a table that is made for each row, where they can be.
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
    if (left.length * (right.length + 1) > doubledAtMost) {
      const found = leftJoinFound(block, right, condition, translation, around, write)
      if (found !== undefined) return [found]
    }
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
  if ([...right.bindings.values()].some((binding) => slotOf(binding) === undefined)) return undefined
  const { bindings, equalities, conditions } = agreeing(left, right, around)
  const optional: OptionalMatch = {
    equalities,
    conditions: [
      ...right.conditions,
      ...conditions,
      ...(condition === undefined ? [] : [write(condition, bindings)]),
    ],
  }
  return { ...left, sources: [...left.sources, { ...source, optional }], bindings }
}

/**
 * A left join with the matches of a right side, found for each row: they may speak of the solution that EXISTS tests. `undefined`
 * where how often a solution comes counts, and of what no table can be made so.
 */
function leftJoinFound(
  left: Block,
  right: readonly Block[],
  condition: Expression | undefined,
  translation: Translation,
  around: ReadonlyMap<string, Binding>,
  write: ConditionWriter,
): Block | undefined {
  if (translation.tested === undefined || !right.every(isRepeatable)) return undefined
  if (right.some(({ sources }) => joinableCount(sources) < sources.length)) return undefined
  const matches = derived({ ...selectOf(plainRelation(right), namesOf(right)), distinct: true }, translation)
  const [source] = matches.sources
  if (source?.kind !== 'derived') return undefined
  const { bindings, equalities, conditions } = agreeing(left, matches, around)
  // What binds nothing else only says how often there is a solution.
  if (equalities.length === source.slots.length) return left
  const given = new Set(equalities.map(([own]) => own))
  const free = [...matches.bindings.values()].filter((binding) => !given.has(slotOf(binding) ?? -1))
  if (!free.every((binding) => binding.stored)) return undefined
  const optional: OptionalMatch = {
    equalities,
    conditions: [...conditions, ...(condition === undefined ? [] : [write(condition, bindings)])],
  }
  const found: Source = { ...source, isSet: true, isFound: true, optional }
  return { ...left, sources: [...left.sources, found], bindings }
}

/** The bindings of a left join, and what has to hold that a solution of the right side is compatible. */
interface Agreeing extends OptionalMatch {
  readonly bindings: ReadonlyMap<string, Binding>
}

function agreeing(left: Block, right: Block, around: ReadonlyMap<string, Binding>): Agreeing {
  const bindings = new Map(left.bindings)
  const equalities: (readonly [Slot, Slot])[] = []
  const conditions: Sql[] = []
  for (const [name, binding] of right.bindings) {
    const own = slotOf(binding)
    const other = left.bindings.get(name)
    const agreements = [around.get(name), other].flatMap((same) => (same ? [agree(same, binding)] : []))
    for (const { equality, condition } of agreements) {
      if (equality !== undefined && own !== undefined) equalities.push([own, equality[0]])
      if (condition !== undefined) conditions.push(condition)
    }
    if (other === undefined) bindings.set(name, { ...binding, maybeUnbound: true })
    // Where the left side leaves a variable unbound and nothing matches, it stays unbound.
    else if (other.maybeUnbound) bindings.set(name, { ...joinBindings(other, binding), maybeUnbound: true })
  }
  return { bindings, equalities, conditions }
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
