import { type Binding, type Block, ownSlots, type Source } from './block.ts'
import type { Select } from './select.ts'
import { column, type Slot, type Sql, slotsOf } from './sql.ts'

/** SQLite joins 64 tables at most; some are left for those that a condition brings. */
const tablesAtMost = 56

/** Selects that SQLite puts together by UNION at most are 500. */
const armsAtMost = 400

/** How many of the first sources SQLite can join: all of them, as a rule. */
export function joinableCount(ordered: readonly Source[]): number {
  let tables = 0
  const end = ordered.findIndex((source) => {
    tables += tablesOf(source)
    return tables > tablesAtMost
  })
  return end === -1 ? ordered.length : end
}

/** A list of terms to seek is a table too. */
function tablesOf(source: Source): number {
  if (source.kind !== 'quad') return 1
  const places = [source.subject, source.predicate, source.object]
  return places.some((place) => place.kind === 'slot' && place.members !== undefined) ? 2 : 1
}

/**
 * A block that joins no more sources than SQLite can: the first loops become a temporary table that stands for them,
 * with their columns under the same slots. `ordered` are the block's sources, the outermost loop first.
 */
export function splitBlock(block: Block, ordered: readonly Source[]): Block {
  const count = joinableCount(ordered)
  const first = ordered.slice(0, count)
  const slots = [...new Set(first.flatMap(ownSlots))]
  const inside = new Set<Slot>(slots)
  const isInside = (slot: Slot) => inside.has(slot)
  const bindings = new Map<string, Binding>(
    slots.map((slot) => [` slot${slot}`, { value: column(slot), maybeUnbound: true, stored: false }]),
  )
  const select: Select = {
    blocks: [
      {
        sources: first,
        equalities: block.equalities,
        conditions: block.conditions.filter((condition) => slotsOf(condition).every(isInside)),
        bindings,
      },
    ],
    variables: [...bindings.keys()],
    distinct: false,
    order: [],
    ties: [],
  }
  return {
    ...block,
    sources: [{ kind: 'derived', select, slots, isSet: false }, ...ordered.slice(count)],
    conditions: block.conditions.filter((condition) => !slotsOf(condition).every(isInside)),
  }
}

/**
 * A block that is only tested for a solution, with no more sources than SQLite can join: for the first loops there has to be
 * a solution of the others.
 */
export function splitTest(block: Block, ordered: readonly Source[]): Block {
  const count = joinableCount(ordered)
  const rest = ordered.slice(count)
  const later = new Set<Slot>(rest.flatMap(ownSlots))
  const isLater = (condition: Sql) => slotsOf(condition).some((slot) => later.has(slot))
  const others: Block = {
    sources: rest,
    equalities: block.equalities,
    conditions: block.conditions.filter(isLater),
    bindings: new Map(),
  }
  return {
    ...block,
    sources: ordered.slice(0, count),
    conditions: [
      ...block.conditions.filter((condition) => !isLater(condition)),
      [{ kind: 'exists', negated: false, blocks: [others] }],
    ],
  }
}

/** A select whose union has no more arms than SQLite can put together: groups of arms become temporary tables. */
export function splitUnion(select: Select): Select {
  if (select.blocks.length <= armsAtMost) return select
  const blocks: Block[] = []
  for (let start = 0; start < select.blocks.length; start += armsAtMost) {
    const group = select.blocks.slice(start, start + armsAtMost)
    const part: Select = {
      blocks: group,
      variables: select.variables,
      distinct: select.distinct,
      order: [],
      ties: [],
    }
    const slots = select.variables.map((_, index) => index)
    const bindings = new Map<string, Binding>(
      select.variables.map((variable, index) => [
        variable,
        { value: column(index), maybeUnbound: true, stored: false },
      ]),
    )
    const source: Source = { kind: 'derived', select: part, slots, isSet: false }
    blocks.push({ sources: [source], equalities: [], conditions: [], bindings })
  }
  return splitUnion({ ...select, blocks })
}
