import type { PathEnd, PathSource } from './block.ts'
import type { Slot } from './sql.ts'

/** Where a path is walked from: an end that is bound, or everywhere, which makes all pairs. */
export interface PathStart {
  readonly end: 'subject' | 'object' | 'pairs'
}

/** The start that has the fewest nodes to walk through; `rowsAround` are the rows that the loops around come to. */
export function choosePathStart(
  { subject, object, graph, estimates }: PathSource,
  rowsAround: number,
  isBound: (slot: Slot) => boolean,
): PathStart {
  const hasGraph = graph.kind !== 'each' || isBound(graph.slot)
  // From a constant a walk is made once and kept, from a column for each row.
  const cost = (end: PathEnd, ends: number): number => {
    if (end.kind === 'constant') return ends + rowsAround / 10
    return hasGraph && isBound(end.slot) ? (ends + 1) * rowsAround : Number.POSITIVE_INFINITY
  }
  // All pairs are those of nodes, and leave out the term that stays where it is though no node of the graph.
  const isTerm = [subject, object].some((end) => end.kind === 'constant' || end.given)
  const starts = [
    { end: 'subject', cost: cost(subject, estimates.objects) },
    { end: 'object', cost: cost(object, estimates.subjects) },
    { end: 'pairs', cost: isTerm ? Number.POSITIVE_INFINITY : estimates.pairs + rowsAround },
  ] as const
  const isFree = [subject, object].every((end) => cost(end, 1) === Number.POSITIVE_INFINITY)
  const { end } = starts.reduce((best, start) => (start.cost < best.cost ? start : best))
  return { end: isFree ? 'pairs' : end }
}
