import { type Algebra, Types } from '@traqula/algebra-transformations-1-1'
import { iri } from '../rdf/term.ts'
import { bgp, join, type Operation, type PatternTerm, union, variable } from './algebra.ts'
import type { Conversion } from './conversion.ts'
import { patternTerm } from './convert-term.ts'
import type { NegatedPropertySet, PropertyPath } from './property-path.ts'

/** A property path: as patterns, joins and unions where they can say it (SPARQL 1.1, 18.2.2.4), else as a path. */
export function convertPath(conversion: Conversion, path: Algebra.Path): Operation {
  return convertStep(conversion, patternTerm(path.subject), path.predicate, patternTerm(path.object))
}

function convertStep(
  conversion: Conversion,
  subject: PatternTerm,
  path: Algebra.PropertyPathSymbol,
  object: PatternTerm,
): Operation {
  switch (path.type) {
    case Types.LINK:
      return bgp([{ subject, predicate: iri(path.iri.value), object }])
    case Types.INV:
      return convertStep(conversion, object, path.path, subject)
    case Types.ALT: {
      const negated = negatedSet(path)
      if (negated !== undefined) return { kind: 'path', subject, path: negated, object }
      return union(path.input.map((branch) => convertStep(conversion, subject, branch, object)))
    }
    case Types.SEQ: {
      const last = path.input.length - 1
      let from = subject
      const steps = path.input.map((step, index) => {
        const to = index === last ? object : variable(conversion.freshName())
        const converted = convertStep(conversion, from, step, to)
        from = to
        return converted
      })
      return join(steps)
    }
    case Types.NPS:
    case Types.ONE_OR_MORE_PATH:
    case Types.ZERO_OR_MORE_PATH:
    case Types.ZERO_OR_ONE_PATH:
      return { kind: 'path', subject, path: stepsOf(path), object }
  }
}

/** A path as data, for what stands inside a repetition. */
function stepsOf(path: Algebra.PropertyPathSymbol): PropertyPath {
  switch (path.type) {
    case Types.LINK:
      return { kind: 'link', iri: path.iri.value }
    case Types.INV:
    case Types.ALT:
      return negatedSet(path) ?? turned(path)
    case Types.SEQ:
      return { kind: 'sequence', paths: path.input.map(stepsOf) }
    case Types.NPS:
      return { kind: 'negated', forward: namesOf(path) }
    case Types.ONE_OR_MORE_PATH:
      return { kind: 'repeated', path: stepsOf(path.path), times: 'oneOrMore' }
    case Types.ZERO_OR_MORE_PATH:
      return { kind: 'repeated', path: stepsOf(path.path), times: 'zeroOrMore' }
    case Types.ZERO_OR_ONE_PATH:
      return { kind: 'repeated', path: stepsOf(path.path), times: 'zeroOrOne' }
  }
}

function turned(path: Algebra.Inv | Algebra.Alt): PropertyPath {
  return path.type === Types.INV
    ? { kind: 'inverse', path: stepsOf(path.path) }
    : { kind: 'alternative', paths: path.input.map(stepsOf) }
}

/** A negated set that goes backwards; the parser splits one by direction, as SPARQL 1.1, 18.2.2.3 does. */
function negatedSet(path: Algebra.Inv | Algebra.Alt): NegatedPropertySet | undefined {
  if (path.type === Types.INV) {
    return path.path.type === Types.NPS ? { kind: 'negated', inverse: namesOf(path.path) } : undefined
  }
  const [forward, inverse, ...others] = path.input
  if (forward?.type !== Types.NPS || inverse?.type !== Types.INV || others.length > 0) return undefined
  if (inverse.path.type !== Types.NPS) return undefined
  return { kind: 'negated', forward: namesOf(forward), inverse: namesOf(inverse.path) }
}

function namesOf(set: Algebra.Nps): readonly string[] {
  return set.iris.map((one) => one.value)
}
