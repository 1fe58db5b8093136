import { rdf } from '../../rdf/term.ts'
import { owl } from '../../rdf/vocabulary-terms.ts'
import type { PropertyPath, RepeatedPath } from '../../sparql/property-path.ts'
import { sequence } from './path-shape.ts'

const same: PropertyPath = { kind: 'link', iri: owl.sameAs }
const sameEitherWay: PropertyPath = { kind: 'alternative', paths: [same, { kind: 'inverse', path: same }] }

/** From a node to what `owl:sameAs` says that it is, by any number of steps either way; to itself too. */
export const equalsPath: PropertyPath = { kind: 'repeated', path: sameEitherWay, times: 'zeroOrMore' }

/**
 * A path in which each step goes between all that equals its ends, where equality counts; what has a class is replaced by
 * its equals, the class is not. Only links are turned.
 */
export function amongEquals(path: PropertyPath, equals: PropertyPath | undefined): PropertyPath {
  if (equals === undefined) return path
  const inside = (one: PropertyPath): PropertyPath => amongEquals(one, equals)
  switch (path.kind) {
    case 'link':
      if (path.iri === owl.sameAs) return { kind: 'repeated', path: sameEitherWay, times: 'oneOrMore' }
      return sequence(path.iri === rdf.type ? [equals, path] : [equals, path, equals])
    case 'inverse': {
      const { path: step } = path
      if (step.kind !== 'link') return { kind: 'inverse', path: inside(step) }
      if (step.iri === owl.sameAs) return inside(step)
      return sequence(step.iri === rdf.type ? [path, equals] : [equals, path, equals])
    }
    case 'negated':
      return sequence([equals, path, equals])
    case 'sequence':
      return sequence(path.paths.map(inside), equals)
    case 'alternative':
      return alternativeBetween(path.paths.map(inside), equals)
    case 'repeated':
      return repeatedBetween({ ...path, path: inside(path.path) }, equals)
  }
}

/** Alternatives, with the equals that they all begin or end with written once. */
function alternativeBetween(paths: readonly PropertyPath[], equals: PropertyPath): PropertyPath {
  const begins = paths.every((path) => beginsWith(path, equals)) ? [equals] : []
  const ends = paths.every((path) => endsWith(path, equals)) ? [equals] : []
  const inner = paths.map((path) =>
    path.kind === 'sequence'
      ? sequence(path.paths.slice(begins.length, path.paths.length - ends.length))
      : path,
  )
  return sequence([...begins, { kind: 'alternative', paths: inner }, ...ends], equals)
}

/** A repetition, with the equals between two rounds gone once. */
function repeatedBetween(path: RepeatedPath, equals: PropertyPath): PropertyPath {
  const { path: round } = path
  if (path.times !== 'oneOrMore' || round.kind !== 'sequence') return path
  if (!beginsWith(round, equals) || !endsWith(round, equals)) return path
  return sequence([{ ...path, path: sequence(round.paths.slice(0, -1)) }, equals], equals)
}

function beginsWith(path: PropertyPath, step: PropertyPath): boolean {
  return path.kind === 'sequence' && path.paths[0] === step
}

function endsWith(path: PropertyPath, step: PropertyPath): boolean {
  return path.kind === 'sequence' && path.paths.length > 1 && path.paths.at(-1) === step
}
