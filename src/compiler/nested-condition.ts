import { bgp, type Expression, filter, type Operation, type TriplePattern } from '../sparql/algebra.ts'
import { freeVariables } from '../sparql/scope.ts'

/**
 * Patterns and conditions about a node as a tree of conditions: each pattern that hangs on a value of another is an
 * `EXISTS` of its own, within which stand the conditions on what it binds. It asks the same as all patterns joined, but
 * every processor can follow it from the node on, pattern by pattern, and end at the first witness.
 *
 * `undefined` where a condition compares values of different branches, which have to be joined for that.
 */
export function nestedCondition(
  node: string,
  patterns: readonly TriplePattern[],
  conditions: readonly Expression[],
): Operation | undefined {
  const roots = patterns.filter((pattern) => subjectOf(pattern) === node)
  const hanging = patterns.filter((pattern) => subjectOf(pattern) !== node)
  const binder = new Map<string, TriplePattern>()
  for (const pattern of hanging) {
    const value = objectOf(pattern)
    if (value === undefined) continue
    if (binder.has(value)) return undefined
    binder.set(value, pattern)
  }
  const placed = new Map<TriplePattern | undefined, Expression[]>()
  for (const condition of conditions) {
    const place = placeOf(condition, binder)
    if (place === 'several') return undefined
    placed.set(place, [...(placed.get(place) ?? []), condition])
  }
  return group(roots, placed.get(undefined) ?? [])

  function group(own: readonly TriplePattern[], ownConditions: readonly Expression[]): Operation {
    const values = new Set(own.map(objectOf))
    const inner = hanging.filter((pattern) => values.has(subjectOf(pattern)))
    return filter(bgp(own), [...ownConditions, ...inner.map(conditionOf)])
  }

  function conditionOf(pattern: TriplePattern): Expression {
    return { kind: 'exists', negated: false, operand: group([pattern], placed.get(pattern) ?? []) }
  }
}

/** The pattern whose value a condition is about, `undefined` where it is about the outermost ones only. */
function placeOf(
  condition: Expression,
  binder: ReadonlyMap<string, TriplePattern>,
): TriplePattern | undefined | 'several' {
  const patterns = new Set([...freeVariables(condition)].flatMap((name) => binder.get(name) ?? []))
  let deepest: TriplePattern | undefined
  let line: ReadonlySet<TriplePattern> = new Set()
  for (const pattern of patterns) {
    const own = lineOf(pattern, binder)
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
): ReadonlySet<TriplePattern> {
  const line = new Set<TriplePattern>()
  for (let next: TriplePattern | undefined = pattern; next !== undefined && !line.has(next); ) {
    line.add(next)
    next = binder.get(subjectOf(next) ?? '')
  }
  return line
}

function subjectOf({ subject }: TriplePattern): string | undefined {
  return subject.kind === 'variable' ? subject.name : undefined
}

function objectOf({ object }: TriplePattern): string | undefined {
  return object.kind === 'variable' ? object.name : undefined
}
