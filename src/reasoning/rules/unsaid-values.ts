import type { ClassCircles } from './class-circles.ts'
import { type ClassGraph, type ClassNode, nodesOf, type Source } from './class-graph.ts'
import { classMembers } from './class-members.ts'
import { stepPath } from './compact-path.ts'
import { unlessTooLarge } from './rule-size.ts'

/** Larger circles are not looked at: those who ask for their classes are told what is too large. */
const mostNodes = 200

/** As many are left out one by one; of more, half of them at once. */
const mostTried = 8

/**
 * Axioms whose values are in circles with classes that depend on what else has a value: said in full, such circles can
 * become too large. Of each that is, the last in the order of the vocabulary; with the rest it is to be asked again.
 *
 * @returns numbers of axioms
 */
export function unsaidValues(graph: ClassGraph, circles: ClassCircles): readonly number[] {
  const members = classMembers(graph, circles, (step) => ({ path: stepPath(step), axioms: new Set() }))
  return [...circlesOfValues(graph, circles)].flatMap(([circle, blamed]) => {
    const nodes = [...circles].filter(([, each]) => each === circle).map(([node]) => node)
    if (nodes.length > mostNodes) return []
    if (nodes.every((node) => unlessTooLarge(() => members(node)) !== undefined)) return []
    const last = [...blamed].sort((a, b) => a - b)
    return last.slice(last.length > mostTried ? last.length / 2 : -1)
  })
}

/** Circles that lead through what is only to be somewhere, and whose values these are. */
function circlesOfValues(graph: ClassGraph, circles: ClassCircles): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>()
  for (const [node, circle] of circles) {
    for (const source of graph.sources(node)) {
      if (source.kind !== 'all' || !leadsBack(source, (each) => circles.get(each) === circle)) continue
      const blamed = found.get(circle) ?? new Set()
      found.set(circle, blamed)
      for (const axiom of source.blamed) blamed.add(axiom)
    }
  }
  return found
}

function leadsBack(
  source: Source & { readonly kind: 'all' },
  isWithin: (node: ClassNode) => boolean,
): boolean {
  return source.of.some((condition) => condition.kind === 'where' && nodesOf(condition.of).some(isWithin))
}
