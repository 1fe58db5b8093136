import { rdf } from '../../../rdf/term.ts'
import type { Statistics } from '../../../sparql/statistics.ts'
import {
  type Block,
  type Members,
  ownSlots,
  type PathSource,
  type Place,
  type QuadSource,
  type Source,
  slotOf,
} from './block.ts'
import { equalityClasses } from './equality-classes.ts'
import { orderSources } from './join-order.ts'
import { reachCosts } from './reach.ts'
import type { Select } from './select.ts'
import type { Slot } from './sql.ts'

/** Estimates of numbers of rows, from the exact counts of predicates and classes. */
export interface Estimator {
  readonly statistics: Statistics | undefined
  /** Rows of a source for each row of the loops around it. */
  matches(source: Source, isBound: (slot: Slot) => boolean): number
  /** What a source costs in rows looked at, where the loops around it come to so many rows. */
  cost(source: Source, isBound: (slot: Slot) => boolean, times: number): number
  block(block: Block): number
  select(select: Select): number
  /** The rows of a select where those of its columns are given that `bound` says, and the rows looked at to find them. */
  found(select: Select, bound: readonly boolean[]): Found
}

/** How many rows there are, and how many are looked at for them. */
export interface Found {
  readonly rows: number
  readonly cost: number
}

/** The estimator for one state of a database. */
export function createEstimator(statistics: Statistics | undefined): Estimator {
  const known = new WeakMap<Select, number>()
  const knownFound = new WeakMap<Select, Map<string, Found>>()
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
          if (source.isSet)
            return Math.min(rows, estimator.found(source.select, source.slots.map(isBound)).rows)
          return source.slots.some(isBound) ? Math.min(1, rows) : rows
        }
      }
    },
    cost(source, isBound, times) {
      if (source.kind === 'derived' && source.isSet) {
        const { kept, lookup } = reachCosts(source, times, isBound, estimator)
        return Math.min(kept, lookup)
      }
      // Even a loop that finds nothing looks once for every row around it.
      return times * Math.max(1, estimator.matches(source, isBound))
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
    found(select, bound) {
      const counted = knownFound.get(select) ?? new Map<string, Found>()
      knownFound.set(select, counted)
      const key = bound.map(Number).join('')
      const found = counted.get(key) ?? findIn(select, bound, estimator)
      counted.set(key, found)
      return found
    },
  }
  return estimator
}

function findIn(select: Select, bound: readonly boolean[], estimator: Estimator): Found {
  let [rows, cost] = [0, 0]
  for (const block of select.blocks) {
    const classes = equalityClasses(block.equalities)
    const given = new Set<Slot>()
    for (const [index, variable] of select.variables.entries()) {
      const binding = bound[index] === true ? block.bindings.get(variable) : undefined
      const slot = binding && slotOf(binding)
      if (slot !== undefined) given.add(classes(slot))
    }
    const order = orderSources(block.sources, classes, (slot) => given.has(slot), estimator)
    rows += order.rows
    cost += 1 + order.cost
  }
  return { rows: bound.every(Boolean) ? Math.min(1, rows) : rows, cost }
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
  const { pattern } = source
  const subject = source.subject.kind === 'constant' || isBound(source.subject.slot)
  const object = source.object.kind === 'constant' || isBound(source.object.slot)
  const total = Math.max(1, statistics?.triples ?? 1_000_000)
  const listed = membersOf(source.predicate)
  const counts =
    pattern.predicate.kind === 'iri' ? statistics?.predicate(pattern.predicate.value) : listed?.counts
  if (pattern.predicate.kind !== 'iri' && counts === undefined) {
    const fewer = source.predicate.kind === 'slot' && isBound(source.predicate.slot) ? 0.5 : 1
    if (subject && object) return fewer
    if (subject || object) return 10 * fewer
    return total * fewer
  }
  if (counts === undefined) return statistics === undefined ? unknownMatches(subject, object) : 0
  const { triples, subjects, objects } = counts
  const among =
    shareOf(source.subject, subject, triples, subjects) * shareOf(source.object, object, triples, objects)
  const instances = classInstances(source, statistics)
  if (instances !== undefined)
    return (subject ? Math.min(1, instances / Math.max(1, subjects)) : instances) * among
  if (subject && object)
    return Math.min(1, triples / Math.max(1, subjects) / Math.max(1, objects)) * 0.5 * among
  if (subject) return (triples / Math.max(1, subjects)) * among
  if (object) return (triples / Math.max(1, objects)) * among
  return triples * among
}

function membersOf(place: Place): Members | undefined {
  return place.kind === 'slot' ? place.members : undefined
}

/** Which part of the triples has one of a place's members, where it has a list of them. */
function shareOf(place: Place, isBound: boolean, triples: number, terms: number): number {
  const members = membersOf(place)
  if (members === undefined) return 1
  const share = isBound
    ? members.ids.length / Math.max(1, terms)
    : members.counts.triples / Math.max(1, triples)
  return Math.min(1, share)
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
