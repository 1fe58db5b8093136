import { type Block, type DerivedSource, slotOf } from './block.ts'
import type { Estimator } from './estimate.ts'
import { joinableCount } from './split-block.ts'
import { column, type Slot, sql } from './sql.ts'

/** How the rows of a select are reached. */
export type Reach =
  /** All of them are made once, and kept. */
  | { readonly kind: 'kept' }
  /** Those that agree with the loops around are found for each row of these. */
  | {
      readonly kind: 'lookup'
      /** The select's blocks, each with the columns that are bound put in. */
      readonly blocks: readonly Block[]
      /** The columns that are not bound; none: whether there is a row is all there is to know. */
      readonly free: readonly number[]
    }

/** What a row that is made and kept costs more than one that is only looked at. */
const keeping = 2

/** What finding rows costs besides the rows looked at, for each row around. */
const beginning = { test: 1, table: 8 } as const

/** The reach that looks at the fewest rows; `times` is how many rows the loops around come to. */
export function chooseReach(
  source: DerivedSource,
  times: number,
  isBound: (slot: Slot) => boolean,
  estimator: Estimator,
): Reach {
  const costs = reachCosts(source, times, isBound, estimator)
  return costs.lookup > costs.kept
    ? { kind: 'kept' }
    : lookup(source, (slot) => (isBound(slot) ? slot : undefined))
}

/** The rows for each row of the loops around; `sameAs` is the column of those that a column of the source is equal to. */
export function lookup(source: DerivedSource, sameAs: (slot: Slot) => Slot | undefined): Reach {
  const { select, slots } = source
  const free = slots.flatMap((slot, index) => (sameAs(slot) === undefined ? [index] : []))
  const blocks = select.blocks.map((block) => correlated(block, source, sameAs))
  return { kind: 'lookup', blocks, free }
}

/** What each reach costs for all rows around together, in rows looked at; infinite where it is none. */
export function reachCosts(
  { select, slots, isSet }: DerivedSource,
  times: number,
  isBound: (slot: Slot) => boolean,
  estimator: Estimator,
): { readonly kept: number; readonly lookup: number } {
  const bound = slots.map(isBound)
  const found = estimator.found(select, bound)
  const whole = estimator.found(
    select,
    slots.map(() => false),
  )
  const kept = keeping * whole.cost + times * Math.max(1, found.rows)
  const isTest = bound.every(Boolean)
  if (!isSet || (slots.length > 0 && !bound.some(Boolean))) return { kept, lookup: Number.POSITIVE_INFINITY }
  // Only what is tested can be split.
  if (!isTest && select.blocks.some(({ sources }) => joinableCount(sources) < sources.length))
    return { kept, lookup: Number.POSITIVE_INFINITY }
  return { kept, lookup: times * (found.cost + (isTest ? beginning.test : beginning.table)) }
}

/** A block of a select with its columns equal to those around. */
function correlated(
  block: Block,
  { select, slots }: DerivedSource,
  sameAs: (slot: Slot) => Slot | undefined,
): Block {
  const equalities = [...block.equalities]
  const conditions = [...block.conditions]
  for (const [index, variable] of select.variables.entries()) {
    const slot = slots[index]
    const outer = slot === undefined ? undefined : sameAs(slot)
    if (outer === undefined) continue
    const binding = block.bindings.get(variable)
    const inner = binding && slotOf(binding)
    if (inner !== undefined) equalities.push([outer, inner])
    else conditions.push(sql`${binding?.value ?? ['NULL']} = ${column(outer)}`)
  }
  return { ...block, equalities, conditions }
}
