import type { PropertyPath } from '../../sparql/property-path.ts'
import type { PropertyStep } from '../axiom.ts'
import { invertedPath } from '../inverted-path.ts'
import { alternative, sequence, stepPath } from './compact-path.ts'
import {
  type Production,
  type PropertyCircle,
  type PropertyGraph,
  type StepKey,
  stepKey,
} from './property-graph.ts'
import { checkDepth } from './rule-size.ts'
import { solveCircle } from './solve-circle.ts'

/** A path, and the axioms that it is made of. */
export interface FoundPath {
  readonly path: PropertyPath
  /** Numbers of axioms. */
  readonly axioms: ReadonlySet<number>
}

/**
 * What leads from subject to object of each property, stated or by other properties; each is found when it is first asked for.
 *
 * @throws ServiceError `limitExceeded`, when asked, for a path that is too large
 */
export function propertyPaths(graph: PropertyGraph): (step: PropertyStep) => FoundPath {
  const found = new Map<StepKey, FoundPath>()
  const circles = new Map<PropertyCircle, CirclePaths>()
  let depth = 0

  const take = (step: PropertyStep): FoundPath => {
    const known = found.get(stepKey(step))
    if (known !== undefined) return known
    checkDepth(++depth)
    try {
      const path = step.inverse ? turnedPath(step) : madePath(step)
      found.set(stepKey(step), path)
      return path
    } finally {
      depth--
    }
  }
  const turnedPath = ({ iri }: PropertyStep): FoundPath => {
    const { path, axioms } = take({ iri, inverse: false })
    return { path: invertedPath(path), axioms }
  }
  const madePath = (step: PropertyStep): FoundPath => {
    const axioms = new Set<number>()
    const paths: PropertyPath[] = []
    const reached = new Map([[stepKey(step), step]])
    for (const [key, each] of reached) {
      const circle = graph.circleOf(key)
      if (circle !== undefined) {
        const solved = takeCircle(circle)
        paths.push(solved.paths.get(key) ?? stepPath(each))
        for (const axiom of solved.axioms) axioms.add(axiom)
        continue
      }
      paths.push(stepPath(each))
      for (const { steps, axiom } of graph.units(key)) {
        axioms.add(axiom)
        for (const sub of steps) reached.set(stepKey(sub), sub)
      }
      for (const chain of graph.chains(key)) paths.push(chainPath(chain, axioms))
    }
    return { path: alternative(paths), axioms }
  }
  const chainPath = ({ steps, axiom }: Production, axioms: Set<number>): PropertyPath => {
    axioms.add(axiom)
    return sequence(steps.map((link) => outerPath(link, axioms)))
  }
  const outerPath = (step: PropertyStep, axioms: Set<number>): PropertyPath => {
    const outer = take(step)
    for (const axiom of outer.axioms) axioms.add(axiom)
    return outer.path
  }
  const takeCircle = (steps: PropertyCircle): CirclePaths => {
    const known = circles.get(steps)
    if (known !== undefined) return known
    const axioms = new Set<number>()
    const productions = (key: StepKey): readonly Production[] => [...graph.units(key), ...graph.chains(key)]
    for (const key of steps.keys()) for (const { axiom } of productions(key)) axioms.add(axiom)
    const paths = solveCircle({ steps, productions, outer: (step) => outerPath(step, axioms) })
    if (paths === undefined) throw new Error('A circle of properties that should have been left out')
    const solved = { paths, axioms }
    circles.set(steps, solved)
    return solved
  }
  return take
}

interface CirclePaths {
  readonly paths: ReadonlyMap<StepKey, PropertyPath>
  readonly axioms: ReadonlySet<number>
}
