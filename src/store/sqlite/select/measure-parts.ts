import type { Block } from './block.ts'
import type { Select } from './select.ts'

/** What running a query, or a part of it by itself, came to. */
export interface Measurement {
  readonly rows: number
  readonly milliseconds: number
}

/** What the parts of a query came to. */
export type Measurements = ReadonlyMap<Select | Block, Measurement>

/**
 * Measures each part of a query that is a statement by itself: the arms of its unions, and the subselects, such as the
 * page that the rest is joined to, if they are made whole. SQLite tells nothing of the steps within a statement.
 */
export function measureParts(
  query: Select,
  isKept: (part: Select) => boolean,
  run: (part: Select) => Measurement,
): Measurements {
  const measured = new Map<Select | Block, Measurement>()
  const visit = (select: Select): void => {
    for (const block of select.blocks) {
      if (select.blocks.length > 1 && select.grouping === undefined && !measured.has(block)) {
        const { variables } = select
        measured.set(block, run({ blocks: [block], variables, distinct: false, order: [], ties: [] }))
      }
      for (const source of block.sources) {
        if (source.kind !== 'derived' || measured.has(source.select) || !isKept(source.select)) continue
        measured.set(source.select, run(source.select))
        visit(source.select)
      }
    }
  }
  visit(query)
  return measured
}
