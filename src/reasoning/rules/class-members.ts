import type { PropertyStep } from '../axiom.ts'
import type { MemberWay } from '../rules.ts'
import type { ClassCircles } from './class-circles.ts'
import { classClosure } from './class-closure.ts'
import type { ClassGraph, ClassNode, Condition, StepEnd } from './class-graph.ts'
import { anyStep, onAll, onAny, relatedTo } from './compact-ways.ts'
import { type CircularClass, linearWays } from './linear-ways.ts'
import type { FoundPath } from './property-paths.ts'
import { checkDepth, checkParts } from './rule-size.ts'

/** How one is of a node of the class graph, and the axioms that say so. */
export interface FoundMembers {
  readonly ways: readonly MemberWay[]
  /** Numbers of axioms. */
  readonly axioms: ReadonlySet<number>
}

/** What is being asked for around a question, so that it need not be asked again within it. */
interface Asked {
  /** Of the same node of the data. */
  readonly same: ReadonlySet<ClassNode>
  /** Of no node in particular, by keys of `where`, and in which circle. */
  readonly anywhere: ReadonlyMap<string, { readonly circle: number; readonly of: readonly Condition[] }>
}

const nothing: Asked = { same: new Set(), anywhere: new Map() }

/**
 * The members of each class, found when they are first asked for.
 *
 * A proof that something is of a class needs no other proof of the same within it, so what is being asked is left out of what
 * it is asked of: that ends circles on one node. So does a proof that there is anything of a kind. Circles that lead from node
 * to node are paths.
 *
 * @throws ServiceError `limitExceeded`, when asked, for ways that are too large
 */
export function classMembers(
  graph: ClassGraph,
  circles: ClassCircles,
  path: (step: PropertyStep) => FoundPath,
): (node: ClassNode) => FoundMembers {
  const found = new Map<string, FoundMembers>()
  let depth = 0
  let questions = 0

  const take = (node: ClassNode, asked: Asked): FoundMembers => {
    const key = JSON.stringify([node, [...asked.same].sort(), [...asked.anywhere.keys()].sort()])
    const known = found.get(key)
    if (known !== undefined) return known
    checkDepth(++depth)
    checkParts(++questions)
    try {
      const members = make(node, asked)
      found.set(key, members)
      return members
    } finally {
      depth--
    }
  }

  // What is asked of the same node grows by one class from question to question.
  const closures = new Map<ClassNode, ReadonlySet<ClassNode>>()
  const closuresOf = (nodes: ReadonlySet<ClassNode>): ReadonlySet<ClassNode> => {
    const all = new Set<ClassNode>()
    for (const node of nodes) {
      // All that is below it is in already.
      if (all.has(node)) continue
      const closure = closures.get(node) ?? classClosure(graph, node).nodes
      closures.set(node, closure)
      for (const each of closure) all.add(each)
    }
    return all
  }

  /** Only what is in the same circle can ask for what it is asked of. */
  const within = (circle: number | undefined, asked: Asked): Asked => {
    if (circle === undefined) return nothing
    return {
      same: new Set([...asked.same].filter((each) => circles.get(each) === circle)),
      anywhere: new Map([...asked.anywhere].filter(([, each]) => each.circle === circle)),
    }
  }

  /** What a node that is nothing but another one stands for. */
  const meant = (node: ClassNode): ClassNode => {
    const [only, ...others] = graph.classOf(node) === undefined ? graph.sources(node) : []
    return others.length === 0 && only?.kind === 'node' && only.node !== node ? meant(only.node) : node
  }

  /** Whether what is of the first conditions is of the second ones, too, as far as that is easily seen. */
  const implies = (first: readonly Condition[], second: readonly Condition[]): boolean =>
    second.every((wanted) => {
      const below = wanted.kind === 'node' ? classClosure(graph, wanted.node).nodes : undefined
      return first.some((given) =>
        given.kind === 'node'
          ? below?.has(meant(given.node))
          : JSON.stringify(given) === JSON.stringify(wanted),
      )
    })

  const make = (start: ClassNode, asked: Asked): FoundMembers => {
    const axioms = new Set<number>()
    const numbers = new Map<ClassNode, number>([[start, 0]])
    const nodes = [start]
    // What is asked of the first on the same node is not asked of it where a path leads back to it.
    const isApart = asked.same.size > 0
    const numberOf = (node: ClassNode): number => {
      const known = numbers.get(node)
      if (known !== undefined && !(known === 0 && isApart)) return known
      checkParts(nodes.push(node))
      numbers.set(node, nodes.length - 1)
      return nodes.length - 1
    }
    const classes: CircularClass[] = []
    for (const [number, node] of nodes.entries()) {
      const same = number === 0 ? asked.same : nothing.same
      classes.push(classOf(node, { same, anywhere: asked.anywhere }, numberOf, axioms))
    }
    return { ways: linearWays(classes), axioms }
  }

  const classOf = (
    node: ClassNode,
    asked: Asked,
    numberOf: (node: ClassNode) => number,
    axioms: Set<number>,
  ): CircularClass => {
    const own = circles.get(node)
    const without = closuresOf(asked.same)
    const closure = classClosure(graph, node, without)
    for (const axiom of closure.axioms) axioms.add(axiom)
    const stated = [...closure.nodes].map(graph.classOf).filter((each) => each !== undefined)
    const ways: MemberWay[] = stated.length === 0 ? [] : [{ kind: 'stated', classes: stated }]
    const moves: { path: FoundPath['path']; to: number }[] = []

    const follow = (step: PropertyStep, to: StepEnd): readonly MemberWay[] => {
      const along = path(step)
      for (const axiom of along.axioms) axioms.add(axiom)
      switch (to.kind) {
        case 'anything':
        case 'oneOf':
          return [{ kind: 'related', path: along.path, to }]
        case 'node': {
          if (circles.get(to.node) !== own) return relatedTo(along.path, askFor(to.node, nothing))
          moves.push({ path: along.path, to: numberOf(to.node) })
          return []
        }
      }
    }
    const askFor = (other: ClassNode, around: Asked): readonly MemberWay[] => {
      const members = take(other, within(circles.get(other), around))
      for (const axiom of members.axioms) axioms.add(axiom)
      return members.ways
    }
    const waysOf = (condition: Condition, around: Asked): readonly MemberWay[] => {
      switch (condition.kind) {
        case 'oneOf':
          return condition.members.length === 0 ? [] : [condition]
        case 'node':
          return askFor(condition.node, around)
        case 'where': {
          if ([...around.anywhere.values()].some((each) => implies(condition.of, each.of))) return []
          const anywhere = new Map(around.anywhere)
          if (own !== undefined) anywhere.set(condition.key, { circle: own, of: condition.of })
          const of = allWays(condition.of, { same: nothing.same, anywhere })
          return of.length === 0 ? [] : [{ kind: 'where', of }]
        }
      }
    }
    const allWays = (conditions: readonly Condition[], around: Asked): readonly MemberWay[] =>
      onAll(conditions.map((condition) => waysOf(condition, around)))

    const around: Asked = { same: new Set(asked.same).add(node), anywhere: asked.anywhere }
    for (const source of closure.sources) {
      const before = ways.length + moves.length
      switch (source.kind) {
        case 'anything':
          ways.push({ kind: 'related', path: anyStep, to: { kind: 'anything' } })
          break
        case 'oneOf':
          if (source.members.length > 0) ways.push({ kind: 'oneOf', members: source.members })
          break
        case 'step':
          ways.push(...follow(source.step, source.to))
          break
        case 'all':
          ways.push(...allWays(source.of, around))
      }
      if (ways.length + moves.length > before) axioms.add(source.axiom)
    }
    return { ways: onAny(ways), moves }
  }

  return (node) => {
    questions = 0
    return take(node, nothing)
  }
}
