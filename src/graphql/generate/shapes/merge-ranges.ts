import { mergeScalars } from '../datatypes.ts'
import { rangeKey } from '../range-key.ts'
import type { RangeModel } from '../schema-model.ts'

/** The range for values of any of these: nodes come before literals, since only of nodes can fields be selected. */
export function eitherRange(ranges: readonly RangeModel[]): RangeModel | undefined {
  const [first, ...others] = distinct(ranges)
  if (first === undefined || others.length === 0) return first
  const all = [first, ...others]
  const classes = all.flatMap((range) =>
    range.kind === 'class' ? [range.iri] : range.kind === 'union' ? range.classes : [],
  )
  const [iri, ...more] = [...new Set(classes)].sort()
  if (iri !== undefined) {
    return more.length === 0 ? { kind: 'class', iri } : { kind: 'union', classes: [iri, ...more] }
  }
  const scalars = all.map((range) => (range.kind === 'scalar' ? range.scalar : 'ID'))
  return { kind: 'scalar', scalar: scalars.reduce(mergeScalars) }
}

/** The range for values of all of these: the one that says most. */
export function narrowestRange(ranges: readonly RangeModel[]): RangeModel | undefined {
  return distinct(ranges).sort((a, b) => precision(b) - precision(a))[0]
}

function distinct(ranges: readonly RangeModel[]): RangeModel[] {
  const byKey = new Map(ranges.map((range) => [rangeKey(range), range] as const))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, range]) => range)
}

function precision(range: RangeModel): number {
  switch (range.kind) {
    case 'enum':
      return 4
    case 'class':
      return 3
    case 'union':
      return 2
    case 'scalar':
      return range.scalar === 'ID' || range.scalar === 'String' ? 0 : 1
  }
}
