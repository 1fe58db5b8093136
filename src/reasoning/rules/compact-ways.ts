import { termKey } from '../../rdf/term-key.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { Name } from '../axiom.ts'
import type { MemberWay, RelatedEnd } from '../rules.ts'
import { alternative, pathKey, pathSize, sequence } from './compact-path.ts'
import { checkParts } from './rule-size.ts'
import { shortKey } from './short-key.ts'

/** A step along or against any property: to start it, or to end it, is to be there at all. */
export const anyStep: PropertyPath = { kind: 'negated', forward: [], inverse: [] }

/** What leads along a path to a node on any of some ways; nothing where there are none. */
export function relatedTo(path: PropertyPath, ways: readonly MemberWay[]): readonly MemberWay[] {
  const [only, ...others] = ways
  if (only === undefined) return []
  if (others.length === 0 && only.kind === 'related') {
    return [bounded({ kind: 'related', path: sequence([path, only.path]), to: only.to })]
  }
  const to: RelatedEnd = others.length === 0 && only.kind === 'oneOf' ? only : { kind: 'member', ways }
  return [bounded({ kind: 'related', path, to })]
}

/**
 * What is on a way of each; nothing where one has none. `where` stands beside others.
 *
 * @throws ServiceError `limitExceeded` for ways that are too large
 */
export function onAll(operands: readonly (readonly MemberWay[])[]): readonly MemberWay[] {
  const byKey = new Map<string, readonly MemberWay[]>()
  for (const operand of operands) {
    const [only, ...others] = operand
    if (only === undefined) return []
    const each = only.kind === 'all' && others.length === 0 ? only.of : [operand]
    for (const ways of each) byKey.set(waysKey(ways), ways)
  }
  const of = [...byKey.values()]
  const [first, second] = of
  if (first === undefined) return []
  return second === undefined ? first : [bounded({ kind: 'all', of })]
}

/**
 * What is on any of some ways, each once: one that is stated, first, and then one of a kind where they can be one.
 *
 * @throws ServiceError `limitExceeded` for ways that are too large
 */
export function onAny(ways: readonly MemberWay[]): readonly MemberWay[] {
  const stated: StatedWay[] = []
  const members = new Map<string, Name>()
  const related: RelatedWay[] = []
  const others = new Map<string, MemberWay>()
  for (const way of ways) {
    switch (way.kind) {
      case 'stated':
        stated.push(way)
        break
      case 'oneOf':
        for (const each of way.members) members.set(termKey(each), each)
        break
      case 'related':
        related.push(way)
        break
      case 'all':
      case 'where':
        others.set(wayKey(way), way)
    }
  }
  const result: readonly MemberWay[] = [
    ...allStated(stated),
    ...(members.size === 0 ? [] : [{ kind: 'oneOf' as const, members: [...members.values()] }]),
    ...byEnd(byPath(related)),
    ...others.values(),
  ]
  checkParts(waysSize(result))
  return result
}

type StatedWay = MemberWay & { readonly kind: 'stated' }

function allStated(ways: readonly StatedWay[]): readonly StatedWay[] {
  if (ways.length < 2) return ways
  return [{ kind: 'stated', classes: [...new Set(ways.flatMap((way) => way.classes))] }]
}

type RelatedWay = MemberWay & { readonly kind: 'related' }

/** One way for each path: to what any of them leads to. */
function byPath(ways: readonly RelatedWay[]): readonly RelatedWay[] {
  return grouped(ways, (way) => pathKey(way.path)).map((same) => {
    const [first, ...others] = same
    if (others.length === 0) return first
    const anything = same.find((way) => way.to.kind === 'anything')
    if (anything !== undefined) return anything
    const [only, ...more] = onAny(same.flatMap((way) => endWays(way.to)))
    const to: RelatedEnd =
      only?.kind === 'oneOf' && more.length === 0
        ? only
        : { kind: 'member', ways: only === undefined ? [] : [only, ...more] }
    return { kind: 'related', path: first.path, to }
  })
}

function endWays(to: RelatedEnd): readonly MemberWay[] {
  switch (to.kind) {
    case 'anything':
      return []
    case 'oneOf':
      return [to]
    case 'member':
      return to.ways
  }
}

/** One way for each end: along any of the paths. */
function byEnd(ways: readonly RelatedWay[]): readonly RelatedWay[] {
  return grouped(ways, (way) => endKey(way.to)).map((same) => {
    const [first, ...others] = same
    if (others.length === 0) return first
    return { kind: 'related', path: alternative(same.map((way) => way.path)), to: first.to }
  })
}

function grouped<T>(items: readonly T[], key: (item: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const known = groups.get(key(item))
    if (known === undefined) groups.set(key(item), [item])
    else known.push(item)
  }
  return [...groups.values()]
}

const sizes = new WeakMap<MemberWay, number>()

/** Ways and links of some ways together; what is stated counts as one, whatever the number of classes. */
function waysSize(ways: readonly MemberWay[]): number {
  return ways.reduce((sum, way) => sum + waySize(way), 0)
}

function waySize(way: MemberWay): number {
  const known = sizes.get(way)
  if (known !== undefined) return known
  const size = 1 + innerSize(way)
  sizes.set(way, size)
  return size
}

function innerSize(way: MemberWay): number {
  switch (way.kind) {
    case 'stated':
    case 'oneOf':
      return 0
    case 'related':
      return pathSize(way.path) + waysSize(way.to.kind === 'member' ? way.to.ways : [])
    case 'all':
      return way.of.reduce((sum, ways) => sum + waysSize(ways), 0)
    case 'where':
      return waysSize(way.of)
  }
}

const keys = new WeakMap<MemberWay, string>()

function waysKey(ways: readonly MemberWay[]): string {
  return ways.map(wayKey).join(' ')
}

function wayKey(way: MemberWay): string {
  const known = keys.get(way)
  if (known !== undefined) return known
  const key = shortKey(writtenWay(way))
  keys.set(way, key)
  return key
}

function writtenWay(way: MemberWay): string {
  switch (way.kind) {
    case 'stated':
      return `<${way.classes.join('><')}>`
    case 'oneOf':
      return JSON.stringify(way.members)
    case 'related':
      return `${pathKey(way.path)}->${endKey(way.to)}`
    case 'all':
      return `&(${way.of.map((ways) => shortKey(waysKey(ways))).join(' & ')})`
    case 'where':
      return `?(${waysKey(way.of)})`
  }
}

function endKey(to: RelatedEnd): string {
  switch (to.kind) {
    case 'anything':
      return '.'
    case 'oneOf':
      return wayKey(to)
    case 'member':
      return shortKey(`(${waysKey(to.ways)})`)
  }
}

function bounded(way: MemberWay): MemberWay {
  checkParts(waySize(way))
  return way
}
