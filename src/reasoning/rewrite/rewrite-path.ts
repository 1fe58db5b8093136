import { iri } from '../../rdf/term.ts'
import {
  call,
  type Expression,
  filter,
  join,
  type Operation,
  type Path,
  type PatternTerm,
  term,
  union,
} from '../../sparql/algebra.ts'
import type { NegatedPropertySet, PropertyPath } from '../../sparql/property-path.ts'
import { inScope } from '../../sparql/scope.ts'
import { invertedPath, pushedDown } from '../inverted-path.ts'
import type { Context } from './context.ts'
import { amongEquals } from './equal-path.ts'
import { mayBeginBackwards, mayStay } from './path-shape.ts'
import { isPath, ruledSteps } from './path-steps.ts'
import { patternOfWays } from './pattern-of-ways.ts'
import { predicateWays } from './predicate-ways.ts'
import { tripleWays } from './triple-ways.ts'
import { type Making, seen } from './ways.ts'

/**
 * A property path of a query over what is inferred too; the same object where that is nothing.
 *
 * @throws ServiceError `unsupported` where a property is repeated whose triples come of more than paths
 */
export function rewritePath(pattern: Path, context: Context, making: Making): Operation {
  const { subject, path, object } = pattern
  const between = (from: PatternTerm, one: PropertyPath, to: PatternTerm): Operation =>
    rewritePath({ kind: 'path', subject: from, path: one, object: to }, context, making)
  switch (path.kind) {
    case 'link': {
      const ways = tripleWays({ subject, predicate: iri(path.iri), object }, making)
      return ways === undefined ? pattern : patternOfWays(ways, [...inScope(pattern)], context)
    }
    case 'inverse':
      return between(object, path.path, subject)
    case 'alternative':
      return union(path.paths.map((one) => between(subject, one, object)))
    case 'sequence': {
      const stations = [subject, ...path.paths.slice(1).map(() => making.fresh()), object]
      const parts = path.paths.map((one, index) =>
        between(stations[index] ?? subject, one, stations[index + 1] ?? object),
      )
      return { kind: 'project', operand: join(parts), variables: [...inScope(pattern)] }
    }
    case 'negated':
      return rewriteSet(pattern, path, context, making)
    case 'repeated':
      return path.times === 'zeroOrOne' && path.path.kind === 'link' && !isPath(path.path.iri, making)
        ? rewriteOptional(pattern, path.path.iri, context, making)
        : rewriteRepeated(pattern, context, making)
  }
}

/** Triples with any predicate but some, or against them. */
function rewriteSet(
  pattern: Path,
  { forward, inverse }: NegatedPropertySet,
  context: Context,
  making: Making,
): Operation {
  const variables = [...inScope(pattern)]
  const { subject, object } = pattern
  const oneWay = (from: PatternTerm, to: PatternTerm, excluded: readonly string[]): Operation | undefined => {
    const predicate = making.fresh()
    const all = predicateWays(from, predicate, to, new Set(excluded), making)
    // No triple that is seen has a literal for its subject.
    const ways = from.kind === 'literal' ? all && [] : all
    if (ways === undefined) return undefined
    const triples = patternOfWays(seen(from, ways), [...variables, predicate.name], context)
    return context.solutions === 'some' ? triples : { kind: 'project', operand: triples, variables }
  }
  const along = forward && oneWay(subject, object, forward)
  const against = inverse && oneWay(object, subject, inverse)
  if (along === undefined && against === undefined) return pattern
  const stated = (set: NegatedPropertySet): Operation => ({ ...pattern, path: set })
  return union([
    ...(forward === undefined ? [] : [along ?? stated({ kind: 'negated', forward })]),
    ...(inverse === undefined ? [] : [against ?? stated({ kind: 'negated', inverse })]),
  ])
}

/** A step or none, of a property whose triples come of more than paths. */
function rewriteOptional(pattern: Path, predicate: string, context: Context, making: Making): Operation {
  const { subject, object } = pattern
  const ways = tripleWays({ subject, predicate: iri(predicate), object }, making) ?? []
  return patternOfWays([pattern, ...ways], [...inScope(pattern)], context)
}

function rewriteRepeated(pattern: Path, context: Context, making: Making): Operation {
  const { subject, path, object } = pattern
  const ruled = ruledSteps(path, making)
  if (ruled === path && making.equals === undefined) return pattern
  const asked = pushedDown(path)
  const walked = amongEquals(pushedDown(ruled), making.equals)
  const walk = filter({ ...pattern, path: walked }, [
    ...endConditions(subject, object, asked, walked),
    ...endConditions(object, subject, invertedPath(asked), invertedPath(walked)),
  ])
  // A repetition between equals is a sequence, which comes to an end on several ways.
  return walked.kind === 'repeated' ? walk : patternOfWays([walk], [...inScope(pattern)], context)
}

/** Rules may begin at literals, whose triples nobody sees, where what was asked for does not; staying there is no triple. */
function endConditions(
  end: PatternTerm,
  other: PatternTerm,
  asked: PropertyPath,
  walked: PropertyPath,
): readonly Expression[] {
  if (end.kind === 'iri' || mayBeginBackwards(asked) || !mayBeginBackwards(walked)) return []
  const isLoop = end.kind === 'variable' && other.kind === 'variable' && end.name === other.name
  if (isLoop && mayStay(asked)) return []
  const isNode = call('!', call('isLiteral', expressionOf(end)))
  return [
    mayStay(asked) ? call('||', isNode, call('sameTerm', expressionOf(end), expressionOf(other))) : isNode,
  ]
}

function expressionOf(end: PatternTerm): Expression {
  return end.kind === 'variable' ? end : term(end)
}
