import type { PropertyPath, RepeatedPath } from '../../../sparql/property-path.ts'
import type { Statistics } from '../../../sparql/statistics.ts'
import type { PathEstimates } from './block.ts'

/** How many steps a repetition is taken for. */
const stepsOfRepetition = 5

/** Estimates of a repeated path, from the counts of the predicates that it names. */
export function estimatePath(
  path: RepeatedPath,
  mayStay: boolean,
  statistics: Statistics | undefined,
): PathEstimates {
  const counts = countsOf(path.path, statistics)
  const steps = path.times === 'zeroOrOne' ? 1 : stepsOfRepetition
  const stay = mayStay ? 1 : 0
  const ends = (starts: number) =>
    Math.min(counts.triples, (counts.triples / Math.max(1, starts)) * steps) + stay
  return {
    objects: ends(counts.subjects),
    subjects: ends(counts.objects),
    pairs: counts.triples * steps + (mayStay ? (statistics?.triples ?? 1_000_000) : 0),
  }
}

interface Counts {
  readonly triples: number
  readonly subjects: number
  readonly objects: number
}

function countsOf(path: PropertyPath, statistics: Statistics | undefined): Counts {
  switch (path.kind) {
    case 'link': {
      if (statistics === undefined) return { triples: 10_000, subjects: 5_000, objects: 5_000 }
      return statistics.predicate(path.iri) ?? { triples: 0, subjects: 0, objects: 0 }
    }
    case 'inverse': {
      const { triples, subjects, objects } = countsOf(path.path, statistics)
      return { triples, subjects: objects, objects: subjects }
    }
    case 'sequence': {
      // As many as the longest part; each part leads on from fewer nodes than it has.
      const parts = path.paths.map((one) => countsOf(one, statistics))
      return parts.reduce((most, one) => (one.triples > most.triples ? one : most), none)
    }
    case 'alternative':
      return path.paths.map((one) => countsOf(one, statistics)).reduce(sum, none)
    case 'repeated':
      return countsOf(path.path, statistics)
    case 'negated': {
      const triples = statistics?.triples ?? 1_000_000
      return { triples, subjects: triples / 10, objects: triples / 10 }
    }
  }
}

const none: Counts = { triples: 0, subjects: 0, objects: 0 }

function sum(a: Counts, b: Counts): Counts {
  return { triples: a.triples + b.triples, subjects: a.subjects + b.subjects, objects: a.objects + b.objects }
}
