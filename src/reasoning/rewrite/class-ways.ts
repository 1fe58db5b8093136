import { iri } from '../../rdf/term.ts'
import { call, filter, type PatternTerm, term, type Values, type Variable } from '../../sparql/algebra.ts'
import type { MemberWay } from '../rules.ts'
import type { ClassWalks } from './class-walks.ts'
import { memberWays, mostListed, typeWays, walkedWays } from './member-ways.ts'
import { mostPairs, tooManyPairs } from './most-pairs.ts'
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
  const pairs: Pair[] = []
  const shared = new Map<string, { readonly way: MemberWay; readonly classes: string[] }>()
  for (const name of making.rules.classes) {
    const rule = making.rules.members(name)
    if (rule === undefined) continue
    making.use(rule.axioms)
    for (const way of rule.ways) {
      if (way.kind === 'stated') {
        for (const one of way.classes) if (one !== name) pairs.push([one, name])
        if (pairs.length > mostPairs) throw tooManyPairs('classes')
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
  return [...hierarchyWays(node, ofClass, pairs, making), ...ways]
}

/** Of a class as stated, and of one that it is within: large hierarchies are walked where they stand in the data. */
function hierarchyWays(
  node: PatternTerm,
  ofClass: Variable,
  pairs: readonly Pair[],
  making: Making,
): readonly Way[] {
  if (pairs.length === 0) return []
  if (making.walks === undefined || pairs.length <= mostListed)
    return listedWays(node, ofClass, pairs, making)
  const others = new Set(unwalkable(pairs, making.walks))
  if (others.size > mostListed) return listedWays(node, ofClass, pairs, making)
  const conditions = [
    call('isIRI', ofClass),
    ...(others.size === 0 ? [] : [call('NOT IN', ofClass, ...[...others].map((one) => term(iri(one))))]),
  ]
  return [
    ...walkedWays(node, ofClass, true, making).map(({ operation, mayBeLiteral }) => ({
      operation: filter(operation, conditions),
      mayBeLiteral,
    })),
    ...listedWays(
      node,
      ofClass,
      pairs.filter(([, name]) => others.has(name)),
      making,
    ),
  ]
}

/** Classes that a walk does not lead to from just those that are within them. */
function unwalkable(pairs: readonly Pair[], walks: ClassWalks): readonly string[] {
  const within = new Map<string, Set<string>>()
  for (const [sub, name] of pairs) within.set(name, (within.get(name) ?? new Set([name])).add(sub))
  for (const name of walks.walked()) within.set(name, within.get(name) ?? new Set([name]))
  return [...within].flatMap(([name, subs]) => {
    const { names } = walks.reached(name)
    return names.size === subs.size && [...names].every((one) => subs.has(one)) ? [] : [name]
  })
}

/** A class as stated, and one that it is within. */
type Pair = readonly [stated: string, inferred: string]

function listedWays(
  node: PatternTerm,
  ofClass: Variable,
  pairs: readonly Pair[],
  making: Making,
): readonly Way[] {
  if (pairs.length === 0) return []
  const stated = making.fresh()
  const hierarchy: Values = {
    kind: 'values',
    variables: [stated.name, ofClass.name],
    rows: pairs.map(([sub, above]) => [iri(sub), iri(above)]),
  }
  return typeWays(node, stated, making).map((way) => restricted(way, hierarchy))
}

/** A variable that stands for one of some names. */
export function named({ name }: Variable, names: readonly string[]): Values {
  return { kind: 'values', variables: [name], rows: names.map((one) => [iri(one)]) }
}
