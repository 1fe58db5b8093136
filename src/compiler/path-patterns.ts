import type { Path, PathStep } from '../graphql/schema.ts'
import { iri } from '../rdf/term.ts'
import type { Reasoner } from '../reasoning/reasoner.ts'
import { type PatternTerm, type TriplePattern, variable } from '../sparql/algebra.ts'
import type { Statistics } from '../sparql/statistics.ts'
import type { Names } from './names.ts'

/** The triple patterns of a path from a node to what it leads to; nodes on the way have helper variables. */
export function pathPatterns(
  node: string,
  path: Path,
  end: PatternTerm,
  names: Names,
): readonly TriplePattern[] {
  let from = variable(node)
  return path.map((step, index) => {
    if (index === path.length - 1) return stepPattern(from, step, end)
    const next = variable(names.helper())
    const pattern = stepPattern(from, step, next)
    from = next
    return pattern
  })
}

/** The triple pattern of one step. */
function stepPattern(from: PatternTerm, { predicate, inverse }: PathStep, to: PatternTerm): TriplePattern {
  const [subject, object] = inverse ? [to, from] : [from, to]
  return { subject, predicate: iri(predicate), object }
}

/**
 * The variable that holds what a path leads to: that of a pattern there is, where it is one step, else a helper with the
 * patterns of the path.
 */
export function pathVariable(
  node: string,
  path: Path,
  patterns: readonly TriplePattern[],
  names: Names,
): [value: string, patterns: readonly TriplePattern[]] {
  const [{ predicate, inverse }] = path
  for (const pattern of path.length === 1 ? patterns : []) {
    const [from, to] = inverse ? [pattern.object, pattern.subject] : [pattern.subject, pattern.object]
    if (from.kind !== 'variable' || from.name !== node || to.kind !== 'variable') continue
    if (pattern.predicate.kind === 'iri' && pattern.predicate.value === predicate) return [to.name, []]
  }
  const value = names.helper()
  return [value, pathPatterns(node, path, variable(value), names)]
}

/**
 * Whether no node has two values of a path; where the store does not count its data, any may have. What is inferred is not
 * counted.
 */
export function isFunctionalBy(
  statistics: Statistics | undefined,
  reasoner: Reasoner | undefined,
): (path: Path) => boolean {
  return (path) =>
    statistics !== undefined &&
    path.every(({ predicate, inverse }) => {
      if (reasoner?.isInferred(predicate)) return false
      const counts = statistics.predicate(predicate)
      return counts === undefined || counts.triples === (inverse ? counts.objects : counts.subjects)
    })
}
