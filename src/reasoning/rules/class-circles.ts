import { classClosure } from './class-closure.ts'
import type { ClassGraph, ClassNode, Source } from './class-graph.ts'
import { nodesOf } from './class-graph.ts'
import { strongComponents } from './strong-components.ts'

/** Circles that classes are in: equal numbers, one circle. */
export type ClassCircles = ReadonlyMap<ClassNode, number>

/** Follows classes to all that they are made of. */
export function classCircles(graph: ClassGraph): ClassCircles {
  return strongComponents(graph.roots, (node) => sourceNodes(graph, node))
}

function sourceNodes(graph: ClassGraph, node: ClassNode): readonly ClassNode[] {
  return graph.sources(node).flatMap(nodesOfSource)
}

function nodesOfSource(source: Source): readonly ClassNode[] {
  switch (source.kind) {
    case 'node':
      return [source.node]
    case 'anything':
    case 'oneOf':
      return []
    case 'step':
      return source.to.kind === 'node' ? [source.to.node] : []
    case 'all':
      return nodesOf(source.of)
  }
}

/** What a class is made of within its circle, beside what is below it. */
interface Dependencies {
  readonly steps: ReadonlySet<ClassNode>
  /** What it takes together with others, by the axioms to blame. */
  readonly together: readonly { readonly nodes: readonly ClassNode[]; readonly blamed: readonly number[] }[]
}

/**
 * Axioms that make a circle in which steps lead elsewhere and other conditions hold on the way: no path says that. Of each such
 * circle those with the conditions, in the order of the vocabulary, that cannot be said together with those before them.
 * A circle through `where` is none: what it asks for is not about any node, so asking for it twice is of no use.
 *
 * @param stated what each axiom belongs to: axioms of the same text are taken or left out together
 * @returns numbers of axioms
 */
export function unsaidConditions(
  graph: ClassGraph,
  circles: ClassCircles,
  stated: (axiom: number) => string,
): readonly number[] {
  return suspects(graph, circles).flatMap((nodes) => unsaidOfCircle(graph, nodes, stated))
}

/** The circles that have both a step and conditions in them. */
function suspects(graph: ClassGraph, circles: ClassCircles): readonly ReadonlySet<ClassNode>[] {
  const stepped = new Set<number>()
  const conditional = new Set<number>()
  for (const [node, circle] of circles) {
    for (const source of graph.sources(node)) {
      if (source.kind === 'step' && source.to.kind === 'node') {
        if (circles.get(source.to.node) === circle) stepped.add(circle)
      } else if (source.kind === 'all') {
        if (source.nodes.some((each) => circles.get(each) === circle)) conditional.add(circle)
      }
    }
  }
  const found = new Map<number, Set<ClassNode>>()
  for (const [node, circle] of circles) {
    if (!stepped.has(circle) || !conditional.has(circle)) continue
    const nodes = found.get(circle) ?? new Set()
    found.set(circle, nodes.add(node))
  }
  return [...found.values()]
}

/** Axioms of one circle that are tried one by one; where there are more, all of them are left out. */
const mostTried = 64

function unsaidOfCircle(
  graph: ClassGraph,
  circle: ReadonlySet<ClassNode>,
  stated: (axiom: number) => string,
): readonly number[] {
  const dependencies = dependenciesOf(graph, circle)
  const culprits = (isTaken: (axiom: number) => boolean): readonly number[] =>
    badAxioms(dependencies, isTaken)
  const bad = [...new Set(culprits(() => true))].sort((a, b) => a - b)
  const left = new Set(bad.map(stated))
  if (left.size <= mostTried) {
    for (const text of [...left]) {
      left.delete(text)
      if (culprits((axiom) => !left.has(stated(axiom))).length > 0) left.add(text)
    }
  }
  return bad.filter((axiom) => left.has(stated(axiom)))
}

/** Only what others ask for can be in a circle, once each is taken with all that is below it. */
function dependenciesOf(
  graph: ClassGraph,
  circle: ReadonlySet<ClassNode>,
): ReadonlyMap<ClassNode, Dependencies> {
  const asked = new Set<ClassNode>()
  for (const node of circle) {
    for (const source of graph.sources(node)) {
      if (source.kind === 'step' && source.to.kind === 'node') asked.add(source.to.node)
      else if (source.kind === 'all') for (const each of source.nodes) asked.add(each)
    }
  }
  const found = new Map<ClassNode, Dependencies>()
  for (const node of asked) {
    if (!circle.has(node)) continue
    const steps = new Set<ClassNode>()
    const together: { nodes: readonly ClassNode[]; blamed: readonly number[] }[] = []
    for (const source of classClosure(graph, node).sources) {
      if (source.kind === 'step' && source.to.kind === 'node') steps.add(source.to.node)
      else if (source.kind === 'all') together.push({ nodes: source.nodes, blamed: source.blamed })
    }
    found.set(node, { steps, together })
  }
  return found
}

/** The blamed of all conditions that are in a circle with a step. */
function badAxioms(
  dependencies: ReadonlyMap<ClassNode, Dependencies>,
  isTaken: (axiom: number) => boolean,
): readonly number[] {
  const taken = ({ together }: Dependencies) => together.filter(({ blamed }) => blamed.every(isTaken))
  const components = strongComponents(dependencies.keys(), (node) => {
    const of = dependencies.get(node)
    return of === undefined
      ? []
      : [...of.steps, ...taken(of).flatMap(({ nodes }) => nodes)].filter((each) => dependencies.has(each))
  })
  const stepped = new Set<number>()
  for (const [node, { steps }] of dependencies) {
    const own = components.get(node)
    if (own !== undefined && [...steps].some((each) => components.get(each) === own)) stepped.add(own)
  }
  return [...dependencies].flatMap(([node, of]) => {
    const own = components.get(node)
    if (own === undefined || !stepped.has(own)) return []
    return taken(of)
      .filter(({ nodes }) => nodes.some((each) => components.get(each) === own))
      .flatMap(({ blamed }) => blamed)
  })
}
