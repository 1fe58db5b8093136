import { iri } from '../../rdf/term.ts'
import { bgp, join, type Operation, type PatternTerm } from '../../sparql/algebra.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import { namesOf, separated } from './alternatives.ts'
import { mayBeginAtLiteral } from './path-shape.ts'
import { anyOf, type Making, type Way } from './ways.ts'

/**
 * The ways on which a path leads from one term to another over stated triples: patterns where they can say it, links that go
 * the same way as one pattern with its predicates inline. Only links of the path are turned.
 */
export function pathWays(
  subject: PatternTerm,
  path: PropertyPath,
  object: PatternTerm,
  making: Making,
): readonly Way[] {
  const forward: string[] = []
  const backward: string[] = []
  const others: PropertyPath[] = []
  for (const one of path.kind === 'alternative' ? path.paths : [path]) {
    if (one.kind === 'link') forward.push(one.iri)
    else if (one.kind === 'inverse' && one.path.kind === 'link') backward.push(one.path.iri)
    else others.push(one)
  }
  return [
    ...linkWays(subject, forward, object, making).map((operation) => ({ operation, mayBeLiteral: false })),
    ...linkWays(object, backward, subject, making).map((operation) => ({ operation, mayBeLiteral: true })),
    ...others.flatMap((one) => compoundWays(subject, one, object, making)),
  ]
}

/** Triples of any of some predicates. */
function linkWays(
  subject: PatternTerm,
  predicates: readonly string[],
  object: PatternTerm,
  making: Making,
): readonly Operation[] {
  const [only] = predicates
  if (only === undefined) return []
  if (predicates.length === 1) return [bgp([{ subject, predicate: iri(only), object }])]
  const predicate = making.fresh()
  const rows = predicates.map((one) => [iri(one)])
  return [
    join([bgp([{ subject, predicate, object }]), { kind: 'values', variables: [predicate.name], rows }]),
  ]
}

function compoundWays(
  subject: PatternTerm,
  path: PropertyPath,
  object: PatternTerm,
  making: Making,
): readonly Way[] {
  if (path.kind === 'alternative') return pathWays(subject, path, object, making)
  if (path.kind !== 'sequence') {
    return [{ operation: { kind: 'path', subject, path, object }, mayBeLiteral: mayBeginAtLiteral(path) }]
  }
  const last = path.paths.length - 1
  const parts: Operation[] = []
  const names: (readonly string[])[] = []
  let from = subject
  for (const [index, step] of path.paths.entries()) {
    const to = index === last ? object : making.fresh()
    const part = anyOf(pathWays(from, step, to, making))
    if (part === undefined) return []
    parts.push(part.operation)
    names.push(namesOf(from, to))
    from = to
  }
  const operation = join(separated(parts, (_, index) => names[index]))
  return [{ operation, mayBeLiteral: mayBeginAtLiteral(path) }]
}
