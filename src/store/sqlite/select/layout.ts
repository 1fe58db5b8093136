import { type Block, ownSlots, type QuadSource, type Source } from './block.ts'
import { isDuplicateFree } from './duplicates.ts'
import { type Classes, equalityClasses } from './equality-classes.ts'
import { type Estimator, isFunctional } from './estimate.ts'
import { orderSources } from './join-order.ts'
import { choosePathStart, type PathStart } from './path-start.ts'
import { comesOrdered, type SortedColumn, type SortedLoop } from './row-order.ts'
import { chooseScan, placesOf, type QuadColumn, type Scan } from './scan.ts'
import type { Select } from './select.ts'
import type { Slot } from './sql.ts'

/** One loop of a block: a source and how it is reached. */
export interface Loop extends SortedLoop {
  readonly source: Source
  /** Of a quad source. */
  readonly scan?: Scan
  /** Of a path source. */
  readonly start?: PathStart
  /** Of a term source: whether its term is known already, so that it is looked up by its number. */
  readonly probed: boolean
  /** Estimated rows of this loop and those around it. */
  readonly rows: number
}

/** A block with its loops in order, the outermost first. */
export interface Layout {
  readonly block: Block
  readonly loops: readonly Loop[]
  readonly classes: Classes
  /** Whether rows come in the order that was wanted. */
  readonly ordered: boolean
  readonly rows: number
}

/** Slots by which a block's rows had better come ascending. */
export interface WantedOrder {
  readonly slots: readonly Slot[]
  /** How many times the cost of the cheapest order of loops it is worth. */
  readonly tolerance: number
}

/** Decides how a block's sources are looped over; `isOutside` tells slots of the SELECT around it. */
export function layOut(
  block: Block,
  estimator: Estimator,
  isOutside: (slot: Slot) => boolean,
  wanted?: WantedOrder,
): Layout {
  const classes = equalityClasses(block.equalities)
  const outside = new Set<Slot>()
  for (const slot of block.equalities.flat()) if (isOutside(slot)) outside.add(classes(slot))
  const isBoundOutside = (slot: Slot) => outside.has(slot) || isOutside(slot)
  const first = wanted?.slots[0]
  const preferred =
    first === undefined || wanted === undefined ? undefined : { slot: first, tolerance: wanted.tolerance }
  const order = orderSources(block.sources, classes, isBoundOutside, estimator, preferred)
  const bound = new Set<Slot>()
  const isBound = (slot: Slot) => bound.has(classes(slot)) || isBoundOutside(classes(slot))
  let rows = 1
  const loops = order.sources.map((source) => {
    const own = new Map(source.optional?.equalities ?? [])
    const isBoundHere = (slot: Slot) => isBound(slot) || own.has(slot)
    const matches = estimator.matches(source, isBoundHere)
    const rowsAround = rows
    rows *= source.optional === undefined ? matches : Math.max(1, matches)
    const loop = loopOver(source, rows, rowsAround, classes, isBoundHere, estimator)
    for (const slot of ownSlots(source)) bound.add(classes(slot))
    return loop
  })
  const ordered =
    wanted !== undefined && comesOrdered(loops, wanted.slots.map(classes), (slot) => isBoundOutside(slot))
  return { block, loops, classes, ordered, rows }
}

function loopOver(
  source: Source,
  rows: number,
  rowsAround: number,
  classes: Classes,
  isBound: (slot: Slot) => boolean,
  estimator: Estimator,
): Loop {
  const determined = (slot: Slot): SortedColumn => ({ slot: classes(slot), determined: true })
  switch (source.kind) {
    case 'quad': {
      const places = new Map(placesOf(source))
      const isBoundColumn = (column: QuadColumn) => {
        const place = places.get(column)
        return place !== undefined && (place.kind === 'constant' || isBound(place.slot))
      }
      const scan = chooseScan(source, isBoundColumn)
      const sorted = scan.sorted.flatMap((column) => {
        const place = places.get(column)
        if (place?.kind !== 'slot') return []
        const single = column === 'o' && isBoundColumn('s') && isSingleValued(source, estimator)
        return [{ slot: classes(place.slot), determined: single }]
      })
      return { source, scan, probed: false, rows, sorted, unique: true }
    }
    case 'term': {
      const probed = isBound(source.slot)
      return { source, probed, rows, sorted: [], unique: probed }
    }
    case 'sort':
      return { source, probed: true, rows, sorted: ownSlots(source).map(determined), unique: true }
    case 'rows': {
      const single = source.rows.length === 1
      return {
        source,
        probed: false,
        rows,
        sorted: single ? source.slots.map(determined) : [],
        unique: single,
      }
    }
    case 'path': {
      const start = choosePathStart(source, rowsAround, isBound)
      return { source, start, probed: false, rows, sorted: [], unique: false }
    }
    case 'derived':
      return { source, probed: false, rows, ...derivedOrder(source.select, source.slots, classes, estimator) }
  }
}

/** Rows of a slice stand in the temporary table in the order in which they were asked for. */
function derivedOrder(
  select: Select,
  slots: readonly Slot[],
  classes: Classes,
  estimator: Estimator,
): SortedLoop {
  if (select.slice === undefined || select.order.length > 0) return { sorted: [], unique: false }
  const sorted = select.ties.flatMap((variable) => {
    const slot = slots[select.variables.indexOf(variable)]
    return slot === undefined ? [] : [{ slot: classes(slot), determined: false }]
  })
  const whole = select.variables.every((variable) => select.ties.includes(variable))
  return { sorted, unique: whole && isDuplicateFree(select, estimator.statistics) }
}

function isSingleValued(source: QuadSource, estimator: Estimator): boolean {
  return isFunctional(source, estimator.statistics)
}
