import type { Members, Place, QuadSource } from './block.ts'
import type { Classes } from './equality-classes.ts'
import type { Estimator } from './estimate.ts'
import { placesOf, type QuadColumn } from './scan.ts'
import type { Slot } from './sql.ts'

/** What choosing rests on. */
export interface SoughtIn {
  readonly isBound: (slot: Slot) => boolean
  readonly estimator: Estimator
  readonly classes: Classes
  /** The slots by which rows had better come ascending, and how many times the cost that is worth. */
  readonly wanted?: { readonly slots: readonly Slot[]; readonly tolerance: number }
}

/** How many more triples an object may have than objects have as a rule, where any predicate will do. */
const largeObject = 10

/**
 * The column whose list of terms is sought in an index term by term, where that looks at fewer triples than all of them that the
 * other columns lead to; these, though, may come in the order that is wanted.
 */
export function soughtColumn(
  source: QuadSource,
  isBoundColumn: (column: QuadColumn) => boolean,
  { isBound, estimator, classes, wanted }: SoughtIn,
): QuadColumn | undefined {
  if (source.optional !== undefined) return undefined
  const places = new Map(placesOf(source))
  const rows = estimator.matches(source, isBound)
  let best: { readonly column: QuadColumn; readonly cost: number } | undefined
  for (const [column, place] of places) {
    const members = membersOf(place)
    if (members === undefined || isBoundColumn(column)) continue
    const cost = members.ids.length + rows
    if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { column, cost }
  }
  if (best === undefined) return undefined
  const first = wanted?.slots[0]
  const isOrdered = [...places].some(
    ([column, place]) =>
      column !== best.column &&
      place.kind === 'slot' &&
      first !== undefined &&
      classes(place.slot) === classes(first),
  )
  const isLarge = best.column === 'p' && isBoundColumn('o') && !isBoundColumn('s')
  const all = estimator.matches(withoutMembers(source), isBound) * (isLarge ? largeObject : 1)
  const tolerance = isOrdered ? (wanted?.tolerance ?? 1) : 1
  return all <= best.cost * tolerance ? undefined : best.column
}

function membersOf(place: Place): Members | undefined {
  return place.kind === 'slot' ? place.members : undefined
}

/** The same source, as if its variables might be any terms. */
export function withoutMembers(source: QuadSource): QuadSource {
  const bare = (place: Place): Place => (place.kind === 'slot' ? { kind: 'slot', slot: place.slot } : place)
  return {
    ...source,
    subject: bare(source.subject),
    predicate: bare(source.predicate),
    object: bare(source.object),
  }
}
