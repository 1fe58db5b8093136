import type { PropertyPath, RepeatedPath } from '../../sparql/property-path.ts'
import type { PropertyStep } from '../axiom.ts'
import { checkParts } from './rule-size.ts'
import { shortKey } from './short-key.ts'

/** The path of one step as it is stated. */
export function stepPath({ iri, inverse }: PropertyStep): PropertyPath {
  const link: PropertyPath = { kind: 'link', iri }
  return inverse ? { kind: 'inverse', path: link } : link
}

/**
 * One path after another; one of them alone is itself.
 *
 * @throws ServiceError `limitExceeded` for one that is too large
 */
export function sequence(paths: readonly PropertyPath[]): PropertyPath {
  const flat: PropertyPath[] = []
  for (const path of paths.flatMap((path) => (path.kind === 'sequence' ? path.paths : [path]))) {
    const last = flat.at(-1)
    const joined = last === undefined ? undefined : joinedRepetition(last, path)
    if (joined === undefined) flat.push(path)
    else flat[flat.length - 1] = joined
  }
  return only(flat) ?? bounded({ kind: 'sequence', paths: flat })
}

/** `a/a*` and `a* /a` are `a+`, and `a* /a*` is `a*`: absent where two paths are not of that kind. */
function joinedRepetition(first: PropertyPath, second: PropertyPath): PropertyPath | undefined {
  if (isRepeated(first, 'zeroOrMore') && isRepeated(second, 'zeroOrMore')) {
    return pathKey(first) === pathKey(second) ? first : undefined
  }
  if (isRepeated(second, 'zeroOrMore') && pathKey(second.path) === pathKey(first)) return oneOrMore(first)
  if (isRepeated(first, 'zeroOrMore') && pathKey(first.path) === pathKey(second)) return oneOrMore(second)
  return undefined
}

/**
 * One of several paths, in one list without repetitions; one of them alone is itself.
 *
 * @throws ServiceError `limitExceeded` for one that is too large
 */
export function alternative(paths: readonly PropertyPath[]): PropertyPath {
  const byKey = new Map<string, PropertyPath>()
  for (const path of paths) {
    for (const each of path.kind === 'alternative' ? path.paths : [path]) byKey.set(pathKey(each), each)
  }
  const flat = [...byKey.values()]
  return only(flat) ?? bounded({ kind: 'alternative', paths: flat })
}

/** A path once or more often. */
export function oneOrMore(path: PropertyPath): PropertyPath {
  if (path.kind === 'repeated') {
    return path.times === 'oneOrMore' ? path : { kind: 'repeated', path: path.path, times: 'zeroOrMore' }
  }
  return bounded({ kind: 'repeated', path: withoutInner(path), times: 'oneOrMore' })
}

/** A path as often as one likes. */
export function zeroOrMore(path: PropertyPath): PropertyPath {
  const inner = path.kind === 'repeated' ? path.path : withoutInner(path)
  return bounded({ kind: 'repeated', path: inner, times: 'zeroOrMore' })
}

/** A path or none. */
export function zeroOrOne(path: PropertyPath): PropertyPath {
  if (path.kind === 'repeated') {
    return path.times === 'zeroOrOne' ? path : { kind: 'repeated', path: path.path, times: 'zeroOrMore' }
  }
  return bounded({ kind: 'repeated', path, times: 'zeroOrOne' })
}

/** What is repeated, without repetitions of its own that change nothing: `(a|b+)+` is `(a|b)+`. */
function withoutInner(path: PropertyPath): PropertyPath {
  if (path.kind !== 'alternative') return path
  return alternative(path.paths.map((each) => (isRepeated(each, 'oneOrMore') ? each.path : each)))
}

const sizes = new WeakMap<PropertyPath, number>()

/** Links of a path; however many alternatives are single links, they count as one. */
export function pathSize(path: PropertyPath): number {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const size = measured(path)
  sizes.set(path, size)
  return size
}

function measured(path: PropertyPath): number {
  switch (path.kind) {
    case 'link':
    case 'negated':
      return 1
    case 'inverse':
    case 'repeated':
      return pathSize(path.path)
    case 'sequence':
      return path.paths.reduce((sum, each) => sum + pathSize(each), 0)
    case 'alternative': {
      const longer = path.paths.filter((each) => each.kind !== 'link' && each.kind !== 'inverse')
      return longer.reduce((sum, each) => sum + pathSize(each), longer.length < path.paths.length ? 1 : 0)
    }
  }
}

const keys = new WeakMap<PropertyPath, string>()

/** A text that is equal for paths that are written alike. */
export function pathKey(path: PropertyPath): string {
  const known = keys.get(path)
  if (known !== undefined) return known
  const key = shortKey(writtenPath(path))
  keys.set(path, key)
  return key
}

function writtenPath(path: PropertyPath): string {
  switch (path.kind) {
    case 'link':
      return `<${path.iri}>`
    case 'inverse':
      return `^${pathKey(path.path)}`
    case 'sequence':
      return `/(${path.paths.map(pathKey).join(' ')})`
    case 'alternative':
      return `|(${path.paths.map(pathKey).join(' ')})`
    case 'repeated':
      return `${path.times}(${pathKey(path.path)})`
    case 'negated':
      return JSON.stringify(path)
  }
}

function bounded(path: PropertyPath): PropertyPath {
  checkParts(pathSize(path))
  return path
}

function isRepeated(path: PropertyPath, times: RepeatedPath['times']): path is RepeatedPath {
  return path.kind === 'repeated' && path.times === times
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}
