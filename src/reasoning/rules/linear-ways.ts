import type { PropertyPath } from '../../sparql/property-path.ts'
import type { MemberWay } from '../rules.ts'
import { alternative, oneOrMore, pathKey, sequence, zeroOrMore, zeroOrOne } from './compact-path.ts'
import { onAny, relatedTo } from './compact-ways.ts'

/** A class in a circle: ways that lead out of it, and paths to members of classes within it. */
export interface CircularClass {
  readonly ways: readonly MemberWay[]
  readonly moves: readonly { readonly path: PropertyPath; readonly to: number }[]
}

/** What leads from one class to another: a path, or nothing but being there, or either. */
interface Route {
  readonly empty: boolean
  readonly path?: PropertyPath
}

/**
 * The members of the first of some classes that are defined by paths to each other. By Arden's lemma (`X = aX | b` is `a*b`)
 * one class after the other is put in the place of its name, until the first leads to ways out only.
 *
 * @throws ServiceError `limitExceeded` for ways that are too large
 */
export function linearWays(classes: readonly CircularClass[]): readonly MemberWay[] {
  const routes = classes.map((each, number) => {
    const from = new Map<number, Route>([[exit(number), { empty: true }]])
    for (const { path, to } of each.moves) join(from, to, { empty: false, path })
    return from
  })
  for (let number = classes.length - 1; number > 0; number--) {
    const through = routes[number]
    if (through === undefined) continue
    const loop = repeatedRoute(through.get(number))
    for (const from of routes.slice(0, number)) {
      const into = from.get(number)
      if (into === undefined) continue
      from.delete(number)
      for (const [to, onwards] of through) {
        if (to !== number) join(from, to, concatenated(concatenated(into, loop), onwards))
      }
    }
  }
  const from = routes[0] ?? new Map<number, Route>()
  const loop = repeatedRoute(from.get(0))
  const here: MemberWay[] = []
  const byPath = new Map<string, { path: PropertyPath; ways: MemberWay[] }>()
  classes.forEach(({ ways }, number) => {
    const out = from.get(exit(number))
    if (out === undefined) return
    const { empty, path } = concatenated(loop, out)
    if (empty) here.push(...ways)
    if (path === undefined) return
    const known = byPath.get(pathKey(path))
    if (known === undefined) byPath.set(pathKey(path), { path, ways: [...ways] })
    else known.ways.push(...ways)
  })
  const away = [...byPath.values()].flatMap(({ path, ways }) => relatedTo(path, onAny(ways)))
  return onAny([...here, ...away])
}

/** The number of the way out of a class. */
function exit(number: number): number {
  return -1 - number
}

function join(routes: Map<number, Route>, to: number, route: Route): void {
  const known = routes.get(to)
  const paths = [known?.path, route.path].filter((path) => path !== undefined)
  routes.set(to, {
    empty: route.empty || known?.empty === true,
    ...(paths.length === 0 ? {} : { path: alternative(paths) }),
  })
}

function repeatedRoute(route: Route | undefined): Route {
  return route?.path === undefined ? { empty: true } : { empty: true, path: oneOrMore(route.path) }
}

/** One route and then another. */
function concatenated(first: Route, second: Route): Route {
  const empty = first.empty && second.empty
  if (first.path === undefined) return first.empty ? second : { empty }
  if (second.path === undefined) return second.empty ? first : { empty }
  const start = first.empty ? optional(first.path) : first.path
  if (!second.empty) return { empty, path: sequence([start, second.path]) }
  const both = sequence([first.path, optional(second.path)])
  return { empty, path: first.empty ? alternative([both, second.path]) : both }
}

function optional(path: PropertyPath): PropertyPath {
  return path.kind === 'repeated' && path.times === 'oneOrMore' ? zeroOrMore(path) : zeroOrOne(path)
}
