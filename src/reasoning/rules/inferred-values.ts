import { rdf } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import type { ClassExpression, Name, PropertyStep } from '../axiom.ts'
import {
  type NumberedAxioms,
  type PropertyGraph,
  type StepKey,
  stepKey,
  stepOfKey,
} from './property-graph.ts'
import { reachable } from './reachable.ts'

/** A value that members of classes have of a step. */
export interface InferredValue {
  readonly value: Name
  /** {@link termKey} of the value. */
  readonly key: string
  /** Whose value it is. */
  readonly subs: readonly { readonly sub: ClassExpression; readonly axiom: number }[]
}

/** What is inferred to be the value of what. */
export interface InferredValues {
  /** Values that classes' members have of a step, by axioms of the step itself or of subproperties. */
  of(step: PropertyStep): readonly InferredValue[]
  /** All steps that have any. */
  readonly steps: readonly PropertyStep[]
}

/** Takes the values of each step together when they are first asked for. */
export function inferredValues(axioms: NumberedAxioms, graph: PropertyGraph): InferredValues {
  const direct = new Map<StepKey, { value: Name; sub: ClassExpression; axiom: number }[]>()
  for (const [number, axiom] of axioms) {
    if (axiom.kind !== 'value') continue
    const key = stepKey(axiom.property)
    const entry = { value: axiom.value, sub: axiom.sub, axiom: number }
    const known = direct.get(key)
    if (known === undefined) direct.set(key, [entry])
    else known.push(entry)
  }
  const superproperties = upwards(graph)
  const withValues = reachable(direct.keys(), (step) => superproperties.get(step) ?? [])
  const found = new Map<StepKey, readonly InferredValue[]>()

  const of = (step: PropertyStep): readonly InferredValue[] => {
    const start = stepKey(step)
    if (!withValues.has(start)) return []
    const known = found.get(start)
    if (known !== undefined) return known
    const byValue = new Map<
      string,
      { value: Name; key: string; subs: { sub: ClassExpression; axiom: number }[] }
    >()
    for (const sub of subproperties(graph, [start])) {
      for (const entry of direct.get(sub) ?? []) {
        const key = termKey(entry.value)
        const same = byValue.get(key)
        if (same === undefined) byValue.set(key, { value: entry.value, key, subs: [entry] })
        else same.subs.push(entry)
      }
    }
    const values = [...byValue.values()]
    found.set(start, values)
    return values
  }
  const steps = [...withValues].map((key) => stepOfKey(key))
  return { of, steps }
}

/** Numbers of axioms whose values would be links of a chain. */
export function chainedValues(axioms: NumberedAxioms, graph: PropertyGraph): readonly number[] {
  const chained = subproperties(graph, graph.chained)
  return numbersOfValues(axioms, (step) => chained.has(stepKey(step)))
}

/**
 * Numbers of axioms whose values would be types that no class can say: of which not the value is the type, or not an IRI, or
 * one that has equals, which are types as well.
 */
export function typedValues(
  axioms: NumberedAxioms,
  graph: PropertyGraph,
  sameAs: boolean,
): readonly number[] {
  const types = subproperties(graph, [rdf.type])
  const typed = subproperties(graph, [`^${rdf.type}`])
  return numbersOfValues(
    axioms,
    (step, value) =>
      typed.has(stepKey(step)) || (types.has(stepKey(step)) && (sameAs || value.kind !== 'iri')),
  )
}

function numbersOfValues(
  axioms: NumberedAxioms,
  isMeant: (step: PropertyStep, value: Name) => boolean,
): readonly number[] {
  return axioms.flatMap(([number, axiom]) =>
    axiom.kind === 'value' && isMeant(axiom.property, axiom.value) ? [number] : [],
  )
}

/** Steps and all of their subproperties. */
function subproperties(graph: PropertyGraph, steps: Iterable<StepKey>): ReadonlySet<StepKey> {
  return reachable(steps, (step) => graph.units(step).flatMap((unit) => unit.steps.map(stepKey)))
}

function upwards(graph: PropertyGraph): ReadonlyMap<StepKey, readonly StepKey[]> {
  const superproperties = new Map<StepKey, StepKey[]>()
  for (const key of graph.steps.keys()) {
    for (const sub of graph.units(key).flatMap((unit) => unit.steps.map(stepKey))) {
      const known = superproperties.get(sub)
      if (known === undefined) superproperties.set(sub, [key])
      else known.push(key)
    }
  }
  return superproperties
}
