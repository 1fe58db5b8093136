import type { Axiom, PropertyStep } from '../axiom.ts'
import { invertedStep } from '../inverted-step.ts'
import { strongComponents } from './strong-components.ts'

/** Axioms with their places in the list that they came in; some may be left out of it. */
export type NumberedAxioms = readonly (readonly [number: number, axiom: Axiom])[]

/** A property or its inverse, as a text. */
export type StepKey = string

/** What the triples of a property can be made of: steps, one after the other. */
export interface Production {
  readonly steps: readonly PropertyStep[]
  /** Number of the axiom. */
  readonly axiom: number
}

/** Steps that are made of each other. */
export type PropertyCircle = ReadonlyMap<StepKey, PropertyStep>

/** Which properties, or their inverses, are made of which. Each axiom is in it twice: as it is, and for the inverse. */
export interface PropertyGraph {
  /** What is made of one step, its subproperties. */
  units(step: StepKey): readonly Production[]
  /** What is made of several steps. */
  chains(step: StepKey): readonly Production[]
  /** All steps that any axiom says something of, or that are in a chain. */
  readonly steps: ReadonlyMap<StepKey, PropertyStep>
  /** Steps that are in a chain of several. */
  readonly chained: ReadonlySet<StepKey>
  /** The circle of a step that is made of a chain of several that leads back to it, or is made of one that is: all its steps. */
  circleOf(step: StepKey): PropertyCircle | undefined
  /** All of these. */
  readonly circles: readonly PropertyCircle[]
}

/** The key of a step. */
export function stepKey({ iri, inverse }: PropertyStep): StepKey {
  return inverse ? `^${iri}` : iri
}

/** The step of a key. */
export function stepOfKey(key: StepKey): PropertyStep {
  return key.startsWith('^') ? { iri: key.slice(1), inverse: true } : { iri: key, inverse: false }
}

/** Reads which properties are made of which. */
export function propertyGraph(axioms: NumberedAxioms): PropertyGraph {
  const steps = new Map<StepKey, PropertyStep>()
  const units = new Map<StepKey, Production[]>()
  const chains = new Map<StepKey, Production[]>()
  const chained = new Set<StepKey>()
  const add = (of: PropertyStep, production: Production): void => {
    const key = stepKey(of)
    const isUnit = production.steps.length === 1
    if (isUnit && production.steps.every((step) => stepKey(step) === key)) return
    const map = isUnit ? units : chains
    const known = map.get(key)
    if (known === undefined) map.set(key, [production])
    else known.push(production)
    steps.set(key, of)
    for (const step of production.steps) {
      steps.set(stepKey(step), step)
      if (!isUnit) chained.add(stepKey(step))
    }
  }
  for (const [number, axiom] of axioms) {
    if (axiom.kind !== 'property') continue
    const of = { iri: axiom.super, inverse: false }
    add(of, { steps: axiom.chain, axiom: number })
    add(invertedStep(of), { steps: axiom.chain.map(invertedStep).reverse(), axiom: number })
  }
  const graph = {
    units: (step: StepKey) => units.get(step) ?? [],
    chains: (step: StepKey) => chains.get(step) ?? [],
    steps,
    chained,
  }
  const circles = chainedCircles(graph)
  const byStep = new Map(
    circles.flatMap((circle) => [...circle.keys()].map((step) => [step, circle] as const)),
  )
  return { ...graph, circles, circleOf: (step) => byStep.get(step) }
}

/** The components in which some step is made of a chain that leads back to it. */
function chainedCircles(graph: Omit<PropertyGraph, 'circles' | 'circleOf'>): readonly PropertyCircle[] {
  const components = strongComponents(graph.steps.keys(), (step) =>
    [...graph.units(step), ...graph.chains(step)].flatMap(({ steps }) => steps.map(stepKey)),
  )
  const circular = new Set<number>()
  for (const [step, component] of components) {
    for (const { steps } of graph.chains(step)) {
      if (steps.some((link) => components.get(stepKey(link)) === component)) circular.add(component)
    }
  }
  const circles = new Map<number, Map<StepKey, PropertyStep>>()
  for (const [key, step] of graph.steps) {
    const component = components.get(key)
    if (component === undefined || !circular.has(component)) continue
    const circle = circles.get(component) ?? new Map()
    circles.set(component, circle.set(key, step))
  }
  return [...circles.values()]
}
