import type { Slot } from './sql.ts'

/**
 * In which order nested loops give rows.
 *
 * SQLite runs the loops of a block exactly as the block's layout fixed them (CROSS JOIN, INDEXED BY), so the order of rows is
 * known without sorting: ascending by what the outermost loop's index is sorted by, then, where those values single out
 * one row of that loop, by what the next loop's index is sorted by, and so on. SQLite could not find this out by itself:
 * it does not know that a triple of the union stands in the index once, or that a predicate has one value a subject.
 */

/** A column that a loop gives in ascending order. */
export interface SortedColumn {
  readonly slot: Slot
  /** Whether it has one value for each row of the loops outside, so that it never disturbs an order. */
  readonly determined: boolean
}

/** What is known of the order of the rows of one loop. */
export interface SortedLoop {
  /** The loop's rows ascend by these columns, one after the other, for each row of the loops outside. */
  readonly sorted: readonly SortedColumn[]
  /** Whether different rows differ in `sorted`, so that the loops inside may go on with the order. */
  readonly unique: boolean
}

/**
 * Whether rows of nested loops ascend by the slots `wanted`, one after the other, NULL last. Slots are representatives
 * of their classes; `fixed` are those that have one value throughout.
 *
 * A left join's row without a match is its only one for a row of the loops outside, so it never stands before a match.
 */
export function comesOrdered(
  loops: readonly SortedLoop[],
  wanted: readonly Slot[],
  fixed: (slot: Slot) => boolean,
): boolean {
  const seen = new Set<Slot>()
  const isSeen = (slot: Slot) => seen.has(slot) || fixed(slot)
  let position = 0
  const remaining = () => {
    for (let slot = wanted[position]; slot !== undefined && isSeen(slot); slot = wanted[position]) position++
    return wanted[position]
  }
  for (const loop of loops) {
    for (const column of loop.sorted) {
      if (isSeen(column.slot)) continue
      const next = remaining()
      if (next === undefined) return true
      // A column that varies before the wanted one comes round again with each of its values.
      if (next !== column.slot && !column.determined) return false
      seen.add(column.slot)
    }
    if (remaining() === undefined) return true
    if (!loop.unique) return false
  }
  return remaining() === undefined
}
