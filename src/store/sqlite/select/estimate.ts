import { rdf } from '../../../rdf/term.ts'
import type { Statistics } from '../../../sparql/statistics.ts'
import { type Block, ownSlots, type PathSource, type QuadSource, type Source } from './block.ts'
import { equalityClasses } from './equality-classes.ts'
import { orderSources } from './join-order.ts'
import type { Select } from './select.ts'
import type { Slot } from './sql.ts'

/** Estimates of numbers of rows, from the exact counts of predicates and classes. */
export interface Estimator {
  readonly statistics: Statistics | undefined
  /** Rows of a source for each row of the loops around it. */
  matches(source: Source, isBound: (slot: Slot) => boolean): number
  block(block: Block): number
  select(select: Select): number
}

/** The estimator for one state of a database. */
export function createEstimator(statistics: Statistics | undefined): Estimator {
  const known = new WeakMap<Select, number>()
  const estimator: Estimator = {
    statistics,
    matches(source, isBound) {
      switch (source.kind) {
        case 'quad':
          return quadMatches(source, isBound, statistics)
        case 'term':
          return isBound(source.slot) ? 0.3 : source.rows
        case 'sort':
          return 1
        case 'rows':
          return source.slots.some(isBound) ? 0.5 : source.rows.length
        case 'path':
          return pathMatches(source, isBound)
        case 'derived': {
          const rows = estimator.select(source.select)
          return source.slots.some(isBound) ? Math.min(1, rows) : rows
        }
      }
    },
    block(block) {
      const classes = equalityClasses(block.equalities)
      return orderSources(block.sources, classes, () => false, estimator).rows
    },
    select(select) {
      const before = known.get(select)
      if (before !== undefined) return before
      let rows = select.blocks.reduce((sum, block) => sum + estimator.block(block), 0)
      if (select.grouping !== undefined) rows = select.grouping.keys.length === 0 ? 1 : rows / 2
      if (select.slice?.limit !== undefined) rows = Math.min(rows, select.slice.limit)
      known.set(select, rows)
      return rows
    },
  }
  return estimator
}

/** Whether every subject has at most one value of a predicate. */
export function isFunctional(source: QuadSource, statistics: Statistics | undefined): boolean {
  const { predicate } = source.pattern
  if (predicate.kind !== 'iri') return false
  const counts = statistics?.predicate(predicate.value)
  return counts !== undefined && counts.triples === counts.subjects
}

function quadMatches(
  source: QuadSource,
  isBound: (slot: Slot) => boolean,
  statistics: Statistics | undefined,
): number {
  const subject = source.subject.kind === 'constant' || isBound(source.subject.slot)
  const object = source.object.kind === 'constant' || isBound(source.object.slot)
  const total = Math.max(1, statistics?.triples ?? 1_000_000)
  const { predicate } = source.pattern
  if (predicate.kind !== 'iri') {
    const fewer = source.predicate.kind === 'slot' && isBound(source.predicate.slot) ? 0.5 : 1
    if (subject && object) return fewer
    if (subject || object) return 10 * fewer
    return total * fewer
  }
  const counts = statistics?.predicate(predicate.value)
  if (counts === undefined) return statistics === undefined ? unknownMatches(subject, object) : 0
  const { triples, subjects, objects } = counts
  const instances = classInstances(source, statistics)
  if (instances !== undefined) return subject ? Math.min(1, instances / Math.max(1, subjects)) : instances
  if (subject && object) return Math.min(1, triples / Math.max(1, subjects) / Math.max(1, objects)) * 0.5
  if (subject) return triples / Math.max(1, subjects)
  if (object) return triples / Math.max(1, objects)
  return triples
}

function pathMatches(source: PathSource, isBound: (slot: Slot) => boolean): number {
  const { subject, object, graph, estimates } = source
  const [fromSubject, fromObject] = [subject, object].map(
    (end) => end.kind === 'constant' || isBound(end.slot),
  )
  // Without its graph, a walk can only begin at a constant.
  const isAnywhere = graph.kind === 'each' && !isBound(graph.slot)
  if (isAnywhere && subject.kind !== 'constant' && object.kind !== 'constant') return estimates.pairs
  if (fromSubject && fromObject) return 0.5
  if (fromSubject) return estimates.objects
  return fromObject ? estimates.subjects : estimates.pairs
}

function classInstances(source: QuadSource, statistics: Statistics | undefined): number | undefined {
  const { predicate, object } = source.pattern
  if (predicate.kind !== 'iri' || predicate.value !== rdf.type || object.kind !== 'iri') return undefined
  return statistics?.instances(object.value)
}

function unknownMatches(subject: boolean, object: boolean): number {
  if (subject && object) return 0.5
  return subject ? 2 : object ? 10 : 10_000
}

/** Whether a source shares a column with those that are bound. */
export function isConnected(source: Source, isBound: (slot: Slot) => boolean): boolean {
  return ownSlots(source).some(isBound)
}
