import { iri } from '../../rdf/term.ts'
import type { PatternTerm, Values, Variable } from '../../sparql/algebra.ts'
import type { MemberWay } from '../rules.ts'
import { memberWays, typeWays } from './member-ways.ts'
import { type Making, restricted, type Way } from './ways.ts'

/** The ways on which a node is of a class; `undefined` where that is only stated, by `rdf:type`. */
export function classWays(
  node: PatternTerm,
  ofClass: PatternTerm,
  making: Making,
): readonly Way[] | undefined {
  const { rules, equals } = making
  const isOnlyStated = equals === undefined && rules.type === undefined
  if (ofClass.kind === 'variable') {
    if (isOnlyStated && rules.classes.length === 0) return undefined
    return [...typeWays(node, ofClass, making), ...inferredClassWays(node, ofClass, making)]
  }
  const rule = ofClass.kind === 'iri' ? rules.members(ofClass.value) : undefined
  if (rule === undefined) return isOnlyStated ? undefined : typeWays(node, ofClass, making)
  making.use(rule.axioms)
  return memberWays(node, rule.ways, making)
}

/**
 * The ways on which a node is of any class that it need not be stated to be of. What several classes share is asked for once,
 * with these classes inline.
 */
export function inferredClassWays(node: PatternTerm, ofClass: Variable, making: Making): readonly Way[] {
  const pairs: (readonly [stated: string, inferred: string])[] = []
  const shared = new Map<string, { readonly way: MemberWay; readonly classes: string[] }>()
  for (const name of making.rules.classes) {
    const rule = making.rules.members(name)
    if (rule === undefined) continue
    making.use(rule.axioms)
    for (const way of rule.ways) {
      if (way.kind === 'stated') {
        for (const one of way.classes) if (one !== name) pairs.push([one, name])
        continue
      }
      const key = JSON.stringify(way)
      const known = shared.get(key) ?? { way, classes: [] }
      shared.set(key, known)
      known.classes.push(name)
    }
  }
  const ways = [...shared.values()].flatMap(({ way, classes }) =>
    memberWays(node, [way], making).map((one) => restricted(one, named(ofClass, classes))),
  )
  if (pairs.length === 0) return ways
  const stated = making.fresh()
  const hierarchy: Values = {
    kind: 'values',
    variables: [stated.name, ofClass.name],
    rows: pairs.map(([sub, above]) => [iri(sub), iri(above)]),
  }
  return [...typeWays(node, stated, making).map((way) => restricted(way, hierarchy)), ...ways]
}

/** A variable that stands for one of some names. */
export function named({ name }: Variable, names: readonly string[]): Values {
  return { kind: 'values', variables: [name], rows: names.map((one) => [iri(one)]) }
}
