import {
  bgp,
  type Expression,
  filter,
  type Operation,
  type PatternTerm,
  type TriplePattern,
} from '../sparql/algebra.ts'
import { freeVariables } from '../sparql/scope.ts'

/**
 * Patterns and conditions about a node as a tree of conditions: each pattern that hangs on a value of another is an
 * `EXISTS` of its own, within which stand the conditions on what it binds. It asks the same as all patterns joined, but
 * every processor can follow it from the node on, pattern by pattern, and end at the first witness.
 *
 * `undefined` where a condition compares values of different branches, which have to be joined for that, or where the
 * patterns are no tree.
 */
export function nestedCondition(
  node: string,
  patterns: readonly TriplePattern[],
  conditions: readonly Expression[],
): Operation | undefined {
  const ends = orient(node, patterns)
  if (ends === undefined) return undefined
  const roots = patterns.filter((pattern) => ends.get(pattern)?.near === node)
  const hanging = patterns.filter((pattern) => ends.get(pattern)?.near !== node)
  const binder = new Map<string, TriplePattern>()
  for (const pattern of hanging) {
    const value = ends.get(pattern)?.far
    if (value !== undefined) binder.set(value, pattern)
  }
  const placed = new Map<TriplePattern | undefined, Expression[]>()
  for (const condition of conditions) {
    const place = placeOf(condition, binder, ends)
    if (place === 'several') return undefined
    placed.set(place, [...(placed.get(place) ?? []), condition])
  }
  return group(roots, placed.get(undefined) ?? [])

  function group(own: readonly TriplePattern[], ownConditions: readonly Expression[]): Operation {
    const values = new Set(own.map((pattern) => ends?.get(pattern)?.far))
    const inner = hanging.filter((pattern) => values.has(ends?.get(pattern)?.near))
    return filter(bgp(own), [...ownConditions, ...inner.map(conditionOf)])
  }

  function conditionOf(pattern: TriplePattern): Expression {
    return { kind: 'exists', negated: false, operand: group([pattern], placed.get(pattern) ?? []) }
  }
}

/** The variables of a pattern: the one by which it hangs on others, and the one that it binds, if it binds any. */
interface Ends {
  readonly near: string
  readonly far: string | undefined
}

/**
 * Follows patterns from a node on, with their direction or against it. `undefined` where one does not hang together with
 * the node, or two bind one variable.
 */
function orient(
  node: string,
  patterns: readonly TriplePattern[],
): ReadonlyMap<TriplePattern, Ends> | undefined {
  const reached = new Set([node])
  const ends = new Map<TriplePattern, Ends>()
  for (let before = -1; before !== ends.size; ) {
    before = ends.size
    for (const pattern of patterns) {
      const subject = nameOf(pattern.subject)
      const object = nameOf(pattern.object)
      const near = [subject, object].find((name) => name !== undefined && reached.has(name))
      if (near === undefined || ends.has(pattern)) continue
      const far = near === subject ? object : subject
      if (far !== undefined && reached.has(far)) return undefined
      ends.set(pattern, { near, far })
      if (far !== undefined) reached.add(far)
    }
  }
  return ends.size === new Set(patterns).size ? ends : undefined
}

/** The pattern whose value a condition is about, `undefined` where it is about the outermost ones only. */
function placeOf(
  condition: Expression,
  binder: ReadonlyMap<string, TriplePattern>,
  ends: ReadonlyMap<TriplePattern, Ends>,
): TriplePattern | undefined | 'several' {
  const patterns = new Set([...freeVariables(condition)].flatMap((name) => binder.get(name) ?? []))
  let deepest: TriplePattern | undefined
  let line: ReadonlySet<TriplePattern> = new Set()
  for (const pattern of patterns) {
    const own = lineOf(pattern, binder, ends)
    if (own.size > line.size) {
      deepest = pattern
      line = own
    }
  }
  return [...patterns].every((pattern) => line.has(pattern)) ? deepest : 'several'
}

/** A pattern and those that it hangs on. */
function lineOf(
  pattern: TriplePattern,
  binder: ReadonlyMap<string, TriplePattern>,
  ends: ReadonlyMap<TriplePattern, Ends>,
): ReadonlySet<TriplePattern> {
  const line = new Set<TriplePattern>()
  for (let next: TriplePattern | undefined = pattern; next !== undefined && !line.has(next); ) {
    line.add(next)
    next = binder.get(ends.get(next)?.near ?? '')
  }
  return line
}

function nameOf(term: PatternTerm): string | undefined {
  return term.kind === 'variable' ? term.name : undefined
}
