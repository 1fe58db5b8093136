import {
  type Block,
  type DerivedSource,
  ownSlots,
  type QuadSource,
  type RowsSource,
  type Source,
} from './block.ts'
import { isDuplicateFree } from './duplicates.ts'
import { type Classes, equalityClasses } from './equality-classes.ts'
import { type Estimator, isFunctional } from './estimate.ts'
import { orderSources } from './join-order.ts'
import { choosePathStart, type PathStart } from './path-start.ts'
import { chooseReach, lookup, type Reach } from './reach.ts'
import { comesOrdered, type SortedColumn, type SortedLoop } from './row-order.ts'
import { chooseScan, isByGraph, placesOf, type QuadColumn, type Scan } from './scan.ts'
import type { Select } from './select.ts'
import { soughtColumn, withoutMembers } from './sought-column.ts'
import type { Slot } from './sql.ts'

/** One loop of a block: a source and how it is reached. */
export interface Loop extends SortedLoop {
  readonly source: Source
  /** Of a quad source. */
  readonly scan?: Scan
  /** Of a quad source: the column whose list of terms is sought one by one; other lists are tested. */
  readonly sought?: QuadColumn
  /** Of a quad source: whether so few quads are tested for terms of a list that a table of the list is not worth making. */
  readonly testsFew?: boolean
  /** Of a path source. */
  readonly start?: PathStart
  /** Of a derived source. */
  readonly reach?: Reach
  /**
   * Of a term source: whether its term is known already, so that it is looked up by its number. Of inline rows: whether their
   * only column is, so that they are a condition on it.
   */
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
  /** Rows that are asked for at most. */
  readonly limit?: number
}

/** How many times a block is run, and what rows are wanted of it. */
export interface LayoutOptions {
  /** Estimated; once unless given. */
  readonly times?: number
  readonly wanted?: WantedOrder | undefined
}

/** Rows looked at for one that is wanted, where only so many are. */
export const lookedAtForOne = 100

/** Quads tested for terms of a list before a table of the list costs less than a look through its text for each. */
const fewTested = 16

/** Decides how a block's sources are looped over; `isOutside` tells slots of the SELECT around it. */
export function layOut(
  block: Block,
  estimator: Estimator,
  isOutside: (slot: Slot) => boolean,
  { times = 1, wanted }: LayoutOptions = {},
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
  const rowsAtMost = (wanted?.limit ?? Number.POSITIVE_INFINITY) * lookedAtForOne
  let rows = 1
  const loops = order.sources.map((source, index) => {
    const own = new Map(source.optional?.equalities ?? [])
    const isBoundHere = (slot: Slot) => isBound(slot) || own.has(slot)
    const matches = estimator.matches(source, isBoundHere)
    const rowsAround = rows
    rows *= source.optional === undefined ? matches : Math.max(1, matches)
    const around: Around = {
      rows: rowsAround,
      times: times * Math.min(rowsAtMost, rowsAround),
      classes,
      isBound: isBoundHere,
      estimator,
      ...(index === 0 && wanted !== undefined && { wanted }),
    }
    const loop = loopOver(source, rows, around)
    for (const slot of ownSlots(source)) bound.add(classes(slot))
    return loop
  })
  const ordered =
    wanted !== undefined && comesOrdered(loops, wanted.slots.map(classes), (slot) => isBoundOutside(slot))
  return { block, loops, classes, ordered, rows }
}

/** What a loop is within. */
interface Around {
  /** Estimated rows of the loops around. */
  readonly rows: number
  /** How many times the loop is run, all in all. */
  readonly times: number
  readonly classes: Classes
  readonly isBound: (slot: Slot) => boolean
  readonly estimator: Estimator
  /** Of the outermost loop. */
  readonly wanted?: WantedOrder
}

function loopOver(source: Source, rows: number, around: Around): Loop {
  const { classes, isBound, estimator } = around
  const determined = (slot: Slot): SortedColumn => ({ slot: classes(slot), determined: true })
  switch (source.kind) {
    case 'quad':
      return quadLoop(source, rows, around)
    case 'term': {
      const probed = isBound(source.slot)
      return { source, probed, rows, sorted: [], unique: probed }
    }
    case 'sort':
      return { source, probed: true, rows, sorted: ownSlots(source).map(determined), unique: true }
    case 'rows': {
      const single = source.rows.length === 1
      if (isListOf(source, isBound)) return { source, probed: true, rows, sorted: [], unique: true }
      return {
        source,
        probed: false,
        rows,
        sorted: single ? source.slots.map(determined) : [],
        unique: single,
      }
    }
    case 'path': {
      const start = choosePathStart(source, around.rows, isBound)
      return { source, start, probed: false, rows, sorted: [], unique: false }
    }
    case 'derived': {
      const reach = derivedReach(source, around)
      const loop = { source, reach, probed: false, rows }
      // A set has no second row with the same columns.
      if (source.isSet && source.slots.every(isBound)) return { ...loop, sorted: [], unique: true }
      if (reach.kind === 'kept')
        return { ...loop, ...derivedOrder(source.select, source.slots, classes, estimator) }
      const slots = reach.free.map((index) => source.slots[index]).filter((slot) => slot !== undefined)
      return {
        ...loop,
        sorted: slots.map((slot) => ({ slot: classes(slot), determined: false })),
        unique: true,
      }
    }
  }
}

function derivedReach(source: DerivedSource, { times, isBound, estimator }: Around): Reach {
  if (source.isFound === true) {
    const same = new Map(source.optional?.equalities)
    return lookup(source, (slot) => same.get(slot))
  }
  return source.optional === undefined ? chooseReach(source, times, isBound, estimator) : { kind: 'kept' }
}

/** Whether inline rows are a list of different terms, and their column is bound. */
function isListOf({ slots, rows, optional }: RowsSource, isBound: (slot: Slot) => boolean): boolean {
  if (optional !== undefined || slots.length !== 1 || !slots.every(isBound)) return false
  const cells = new Set(rows.map(([cell]) => cell))
  return cells.size === rows.length && !cells.has(null)
}

function quadLoop(source: QuadSource, rows: number, around: Around): Loop {
  const { classes, isBound, estimator } = around
  const places = new Map(placesOf(source))
  const isBoundColumn = (column: QuadColumn) => {
    const place = places.get(column)
    return place !== undefined && (place.kind === 'constant' || isBound(place.slot))
  }
  const sought = soughtColumn(source, isBoundColumn, around)
  const isBoundOrSought = (column: QuadColumn) => column === sought || isBoundColumn(column)
  const scan = chooseScan(source, isBoundOrSought)
  const sorted = scan.sorted.flatMap((column) => {
    const place = places.get(column)
    if (place?.kind !== 'slot') return []
    const single = column === 'o' && isBoundColumn('s') && isSingleValued(source, estimator)
    return [{ slot: classes(place.slot), determined: single }]
  })
  const testsFew = around.times * estimator.matches(withoutMembers(source), isBound) <= fewTested
  const loop = { source, scan, testsFew, probed: false, rows }
  const place = sought === undefined ? undefined : places.get(sought)
  if (sought === undefined || place?.kind !== 'slot')
    return { ...loop, sorted, unique: !isByGraph(source, isBoundOrSought) }
  // Terms of a list are sought one after the other.
  if (place.members?.ids.length !== 1) return { ...loop, sought, sorted: [], unique: false }
  const only = { slot: classes(place.slot), determined: true }
  return { ...loop, sought, sorted: [only, ...sorted.filter(({ slot }) => slot !== only.slot)], unique: true }
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
