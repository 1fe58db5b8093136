import type { Source } from './block.ts'
import { ownSlots } from './block.ts'
import type { Classes } from './equality-classes.ts'
import { type Estimator, isConnected } from './estimate.ts'
import type { Slot } from './sql.ts'

/** An order of nested loops, the outermost first. */
export interface JoinOrder {
  readonly sources: readonly Source[]
  /** Estimated rows of the innermost loop. */
  readonly rows: number
  /** Estimated rows of all loops together: what the order costs. */
  readonly cost: number
}

/** How many first sources are tried. */
const triedStarts = 6

/** From this many sources on only one first source is tried: the time that ordering takes grows with their square. */
const manySources = 40

/**
 * Orders sources by their estimated rows: from each of the smallest sources on, always the connected source with the
 * fewest matches next, and of those orders the cheapest. Left joins come last, in the order in which they were written,
 * since each may refer to those before it.
 *
 * `preferred`, where given, is a slot that the outermost loop had better bind, so that rows come in its order: such an
 * order is taken while it costs no more than `tolerance` times the cheapest.
 */
export function orderSources(
  sources: readonly Source[],
  classes: Classes,
  isBoundOutside: (slot: Slot) => boolean,
  estimator: Estimator,
  preferred?: { readonly slot: Slot; readonly tolerance: number },
): JoinOrder {
  const inner = sources.filter((source) => source.optional === undefined)
  const left = sources.filter((source) => source.optional !== undefined)
  const order = orderInner(inner, classes, isBoundOutside, estimator, preferred)
  return { ...order, sources: [...order.sources, ...left] }
}

function orderInner(
  sources: readonly Source[],
  classes: Classes,
  isBoundOutside: (slot: Slot) => boolean,
  estimator: Estimator,
  preferred: { readonly slot: Slot; readonly tolerance: number } | undefined,
): JoinOrder {
  if (sources.length === 0) return { sources, rows: 1, cost: 0 }
  const outside = (slot: Slot) => isBoundOutside(classes(slot))
  const fromBest = (candidates: readonly Source[]) =>
    bestStarts(candidates, outside, sources.length > manySources ? 1 : triedStarts, estimator).map((start) =>
      greedyOrder(start, sources, classes, isBoundOutside, estimator),
    )
  const cheapest = least(fromBest(sources))
  if (preferred === undefined) return cheapest
  const binding = sources.filter(
    (source) =>
      mayBeOrdered(source) && ownSlots(source).some((slot) => classes(slot) === classes(preferred.slot)),
  )
  const best = binding.length === 0 ? undefined : least(fromBest(binding))
  return best !== undefined && best.cost <= cheapest.cost * preferred.tolerance + 10 ? best : cheapest
}

/** Whether rows of a source may come in an order; those of a set are found in none. */
function mayBeOrdered(source: Source): boolean {
  return source.kind !== 'derived' || !source.isSet
}

/** The sources to try as the outermost loop: those that share a column with what is around, then the smallest. */
function bestStarts(
  sources: readonly Source[],
  isBound: (slot: Slot) => boolean,
  most: number,
  estimator: Estimator,
): readonly Source[] {
  return sources
    .map((source) => ({
      source,
      rows: estimator.matches(source, isBound),
      connected: isConnected(source, isBound),
    }))
    .sort((a, b) => Number(b.connected) - Number(a.connected) || a.rows - b.rows)
    .slice(0, most)
    .map(({ source }) => source)
}

function least(orders: readonly JoinOrder[]): JoinOrder {
  return orders.reduce((best, order) => (order.cost < best.cost ? order : best))
}

function greedyOrder(
  start: Source,
  sources: readonly Source[],
  classes: Classes,
  isBoundOutside: (slot: Slot) => boolean,
  estimator: Estimator,
): JoinOrder {
  const bound = new Set<Slot>()
  const isBound = (slot: Slot) => bound.has(classes(slot)) || isBoundOutside(classes(slot))
  const rest = new Set(sources)
  const ordered: Source[] = []
  let rows = 1
  let cost = 0
  for (
    let next: Source | undefined = start;
    next !== undefined;
    next = cheapestNext(rest, isBound, estimator)
  ) {
    cost += estimator.cost(next, isBound, rows)
    rows *= estimator.matches(next, isBound)
    ordered.push(next)
    rest.delete(next)
    for (const slot of ownSlots(next)) bound.add(classes(slot))
  }
  return { sources: ordered, rows, cost }
}

function cheapestNext(
  rest: ReadonlySet<Source>,
  isBound: (slot: Slot) => boolean,
  estimator: Estimator,
): Source | undefined {
  let best: Source | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const source of rest) {
    const matches = estimator.matches(source, isBound)
    // Joining what shares no variable multiplies, unless it is a single row.
    const weight = isConnected(source, isBound) || matches <= 1 ? matches : matches * 1e6 + 1e6
    if (weight < fewest) {
      fewest = weight
      best = source
    }
  }
  return best
}
