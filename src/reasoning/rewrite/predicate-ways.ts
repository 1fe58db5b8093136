import { iri, rdf } from '../../rdf/term.ts'
import {
  bgp,
  call,
  filter,
  join,
  type PatternTerm,
  term,
  type Values,
  type Variable,
  variable,
} from '../../sparql/algebra.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { ValueRule } from '../rules.ts'
import { classWays, inferredClassWays, named } from './class-ways.ts'
import { amongEquals } from './equal-path.ts'
import { mostPairs, tooManyPairs } from './most-pairs.ts'
import { pathWays } from './path-ways.ts'
import { valueWays } from './value-ways.ts'
import { type Making, restricted, type Way } from './ways.ts'

/**
 * The ways on which triples with any predicate come about, but for those that are excluded. `undefined` where they are only
 * stated.
 */
export function predicateWays(
  subject: PatternTerm,
  predicate: Variable,
  object: PatternTerm,
  excluded: ReadonlySet<string>,
  making: Making,
): readonly Way[] | undefined {
  const { rules, equals } = making
  const properties = rules.properties.filter((one) => !excluded.has(one))
  const hasTypes =
    !excluded.has(rdf.type) && (rules.classes.length > 0 || rules.type !== undefined || equals !== undefined)
  if (properties.length === 0 && !hasTypes && equals === undefined) return undefined
  const types = hasTypes ? typed(subject, object, making) : []
  return [
    ...statedWays(subject, predicate, object, excluded, making),
    ...types.map((way) => restricted(way, named(predicate, [rdf.type]))),
    ...ruledWays(subject, predicate, object, properties, making),
  ]
}

function statedWays(
  subject: PatternTerm,
  predicate: Variable,
  object: PatternTerm,
  excluded: ReadonlySet<string>,
  making: Making,
): readonly Way[] {
  const { equals } = making
  if (equals === undefined) {
    return [
      { operation: others(bgp([{ subject, predicate, object }]), predicate, excluded), mayBeLiteral: false },
    ]
  }
  const [from, to] = [making.fresh(), making.fresh()]
  // Equals of a class are no classes of its members: `rdf:type` has its own ways.
  const stated = others(
    bgp([{ subject: from, predicate, object: to }]),
    predicate,
    new Set([...excluded, rdf.type]),
  )
  const operation = join([
    { kind: 'path', subject, path: equals, object: from },
    stated,
    { kind: 'path', subject: to, path: equals, object },
  ])
  return [{ operation, mayBeLiteral: true }]
}

function others(operation: ReturnType<typeof bgp>, predicate: Variable, excluded: ReadonlySet<string>) {
  if (excluded.size === 0) return operation
  const names = [...excluded].map((one) => term(iri(one)))
  return filter(operation, [call('NOT IN', variable(predicate.name), ...names)])
}

/** The ways on which a node is of a class, without those that are triples of `rdf:type` as stated. */
function typed(subject: PatternTerm, object: PatternTerm, making: Making): readonly Way[] {
  const isOnlyStated = making.equals === undefined && making.rules.type === undefined
  return object.kind === 'variable' && isOnlyStated
    ? inferredClassWays(subject, object, making)
    : (classWays(subject, object, making) ?? [])
}

/** The ways of properties that have rules. What several share is asked for once, with these properties inline. */
function ruledWays(
  subject: PatternTerm,
  predicate: Variable,
  object: PatternTerm,
  properties: readonly string[],
  making: Making,
): readonly Way[] {
  let all = 0
  const links: Pairs = []
  const inverses: Pairs = []
  const paths = new Map<string, { readonly path: PropertyPath; readonly properties: string[] }>()
  const values = new Map<string, { readonly value: ValueRule; readonly properties: string[] }>()
  for (const name of properties) {
    const rule = making.rules.property(name)
    if (rule === undefined) continue
    making.use(rule.axioms)
    const alternatives = rule.path.kind === 'alternative' ? rule.path.paths : [rule.path]
    all += alternatives.length
    if (all > mostPairs) throw tooManyPairs('properties')
    for (const path of alternatives) {
      // Among equals links are walks, and those of the property itself have been walked.
      if (path.kind === 'link' && path.iri === name) continue
      if (making.equals === undefined && path.kind === 'link') links.push([path.iri, name])
      else if (making.equals === undefined && path.kind === 'inverse' && path.path.kind === 'link') {
        inverses.push([path.path.iri, name])
      } else share(paths, { path, properties: [] }, JSON.stringify(path)).properties.push(name)
    }
    for (const value of rule.values) {
      share(values, { value, properties: [] }, JSON.stringify(value)).properties.push(name)
    }
  }
  return [
    ...linkWays(subject, predicate, object, links, making).map((operation) => ({
      operation,
      mayBeLiteral: false,
    })),
    ...linkWays(object, predicate, subject, inverses, making).map((operation) => ({
      operation,
      mayBeLiteral: true,
    })),
    ...[...paths.values()].flatMap(({ path, properties: above }) =>
      pathWays(subject, amongEquals(path, making.equals), object, making).map((way) =>
        restricted(way, named(predicate, above)),
      ),
    ),
    ...[...values.values()].flatMap(({ value, properties: above }) =>
      valueWays(subject, value, object, making).map((way) => restricted(way, named(predicate, above))),
    ),
  ]
}

/** Predicates as stated, each with one that its triples are inferred to be of. */
type Pairs = (readonly [stated: string, inferred: string])[]

function share<Shared>(known: Map<string, Shared>, fresh: Shared, key: string): Shared {
  const shared = known.get(key) ?? fresh
  known.set(key, shared)
  return shared
}

function linkWays(
  subject: PatternTerm,
  predicate: Variable,
  object: PatternTerm,
  pairs: Pairs,
  making: Making,
) {
  if (pairs.length === 0) return []
  const stated = making.fresh()
  const hierarchy: Values = {
    kind: 'values',
    variables: [stated.name, predicate.name],
    rows: pairs.map(([sub, above]) => [iri(sub), iri(above)]),
  }
  return [join([bgp([{ subject, predicate: stated, object }]), hierarchy])]
}
