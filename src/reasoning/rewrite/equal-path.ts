import { rdf } from '../../rdf/term.ts'
import { owl } from '../../rdf/vocabulary-terms.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
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
      return { ...path, paths: path.paths.map(inside) }
    case 'repeated':
      return { ...path, path: inside(path.path) }
  }
}
