import { stepPath } from './compact-path.ts'
import type { PropertyCircle, PropertyGraph, StepKey } from './property-graph.ts'
import { stepKey } from './property-graph.ts'
import { unlessTooLarge } from './rule-size.ts'
import { solveCircle } from './solve-circle.ts'

/** Chains of one circle that are tried one by one; where there are more, all of them are left out. */
const mostTried = 64

/**
 * Axioms of circles that no property path says: of each such circle the chains, in the order of the vocabulary, that cannot be
 * said together with those before them.
 *
 * @param stated what each axiom belongs to: axioms of the same text are taken or left out together
 * @returns numbers of axioms
 */
export function unsaidChains(graph: PropertyGraph, stated: (axiom: number) => string): readonly number[] {
  const unsaid: number[] = []
  for (const circle of graph.circles) {
    if (!isSolved(graph, circle, () => true)) unsaid.push(...unsaidOfCircle(graph, circle, stated))
  }
  return unsaid
}

function unsaidOfCircle(
  graph: PropertyGraph,
  circle: PropertyCircle,
  stated: (axiom: number) => string,
): readonly number[] {
  const chains = new Set<number>()
  for (const key of circle.keys()) {
    for (const chain of graph.chains(key)) {
      if (chain.steps.some((link) => circle.has(stepKey(link)))) chains.add(chain.axiom)
    }
  }
  const tried = [...chains].sort((a, b) => a - b)
  const left = new Set(tried.map(stated))
  if (left.size <= mostTried) {
    for (const text of [...left]) {
      left.delete(text)
      if (!isSolved(graph, circle, (axiom) => !left.has(stated(axiom)))) left.add(text)
    }
  }
  return tried.filter((axiom) => left.has(stated(axiom)))
}

/** Whether a circle, of those of its axioms that are taken, can be said in reasonable length; the paths that come into it do not matter. */
function isSolved(
  graph: PropertyGraph,
  circle: PropertyCircle,
  isTaken: (axiom: number) => boolean,
): boolean {
  const productions = (key: StepKey) =>
    [...graph.units(key), ...graph.chains(key)].filter(({ axiom }) => isTaken(axiom))
  return unlessTooLarge(() => solveCircle({ steps: circle, productions, outer: stepPath })) !== undefined
}
