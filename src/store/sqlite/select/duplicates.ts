import type { Statistics } from '../../../sparql/statistics.ts'
import { type Block, ownSlots, type Source } from './block.ts'
import { equalityClasses } from './equality-classes.ts'
import { isFunctional } from './estimate.ts'
import type { Select } from './select.ts'
import type { Slot, Sql } from './sql.ts'

/**
 * Whether a select provably gives no solution twice, so that DISTINCT has nothing to do: a single block each of whose
 * sources has no duplicates, and whose every free column is projected or follows from what is, by a predicate that has
 * one value a subject.
 */
export function isDuplicateFree(select: Select, statistics: Statistics | undefined): boolean {
  if (select.distinct || select.grouping !== undefined) return true
  const [block, ...others] = select.blocks
  if (block === undefined) return true
  return others.length === 0 && givesEachOnce(block, select.variables, statistics)
}

/** As {@link isDuplicateFree}, of a block of which only `variables` are seen. */
export function givesEachOnce(
  block: Block,
  variables: readonly string[],
  statistics: Statistics | undefined,
): boolean {
  const classes = equalityClasses([
    ...block.equalities,
    ...block.sources.flatMap((source) => source.optional?.equalities ?? []),
  ])
  const known = new Set<Slot>()
  for (const variable of variables) {
    const slot = bareSlot(block.bindings.get(variable)?.value ?? [])
    if (slot !== undefined) known.add(classes(slot))
  }
  const isKnown = (slot: Slot) => known.has(classes(slot))
  for (let before = -1; before !== known.size; ) {
    before = known.size
    for (const source of block.sources)
      for (const slot of following(source, isKnown, statistics)) known.add(classes(slot))
  }
  return block.sources.every(
    (source) => source.kind === 'sort' || (isUnique(source, statistics) && keySlots(source).every(isKnown)),
  )
}

/** Slots that have one value where the known ones have one. */
function following(
  source: Source,
  isKnown: (slot: Slot) => boolean,
  statistics: Statistics | undefined,
): readonly Slot[] {
  switch (source.kind) {
    case 'quad': {
      if (source.object.kind === 'constant' || !isFunctional(source, statistics)) return []
      return source.subject.kind === 'constant' || isKnown(source.subject.slot) ? [source.object.slot] : []
    }
    case 'rows':
      return source.rows.length === 1 ? source.slots : []
    case 'term':
    case 'sort':
    case 'derived':
    case 'path':
      return []
  }
}

function isUnique(source: Source, statistics: Statistics | undefined): boolean {
  switch (source.kind) {
    case 'quad':
    case 'term':
    case 'sort':
    case 'path':
      return true
    case 'rows':
      return new Set(source.rows.map((row) => JSON.stringify(row.map(String)))).size === source.rows.length
    case 'derived':
      return isDuplicateFree(source.select, statistics)
  }
}

function keySlots(source: Source): readonly Slot[] {
  return source.kind === 'term' ? [source.slot] : ownSlots(source)
}

function bareSlot(value: Sql): Slot | undefined {
  const [part, ...rest] = value
  if (part === undefined || rest.length > 0 || typeof part === 'string') return undefined
  return part.kind === 'slot' ? part.slot : undefined
}
