import { rdf } from '../../rdf/term.ts'
import type { Axiom, Unsupported } from '../axiom.ts'
import { invertedStep } from '../inverted-step.ts'
import type { ClassRule, PropertyRule, Rules } from '../rules.ts'
import { type ClassCircles, classCircles, unsaidConditions } from './class-circles.ts'
import { plainExpression } from './class-expressions.ts'
import { type ClassGraph, classGraph, classNode, valueNode } from './class-graph.ts'
import { classHierarchy } from './class-hierarchy.ts'
import { classMembers } from './class-members.ts'
import { pathKey, stepPath } from './compact-path.ts'
import { chainedValues, type InferredValues, inferredValues, typedValues } from './inferred-values.ts'
import { keptByIri } from './kept-by-iri.ts'
import { unsaidChains } from './property-circles.ts'
import { type NumberedAxioms, type PropertyGraph, propertyGraph } from './property-graph.ts'
import { propertyPaths } from './property-paths.ts'
import { unlessTooLarge } from './rule-size.ts'
import { unsaidValues } from './unsaid-values.ts'

/** What {@link rulesOf} takes of the settings. */
export interface RulesOptions {
  /** Whether individuals can have other names (`owl:sameAs`), which is followed when queries are rewritten. */
  readonly sameAs?: boolean
}

/**
 * Makes rules of axioms. Recursion that no property path says is left out, all axioms of one text together, and has no effect at
 * all. Reading is linear in the axioms; the rule of each property and class is made when it is first asked for.
 *
 * Its {@link Rules.property} and {@link Rules.members} throw a ServiceError `limitExceeded` for a rule that is too large.
 */
export function rulesOf(axioms: readonly Axiom[], options: RulesOptions = {}): Rules {
  const sameAs = options.sameAs === true
  const all = withoutRepetitions(axioms).filter((axiom) => !isTrivial(axiom))
  const unsupported = new Map<string, Unsupported>()
  const taken = supportedAxioms(all, sameAs, unsupported)
  return makeRules(all, taken, [...unsupported.values()])
}

/** What rules are made of. */
interface Supported {
  readonly axioms: NumberedAxioms
  readonly properties: PropertyGraph
  readonly values: InferredValues
  readonly classes: ClassGraph
  readonly circles: ClassCircles
}

function withoutRepetitions(axioms: readonly Axiom[]): readonly Axiom[] {
  const byKey = new Map(axioms.map((axiom) => [JSON.stringify(axiom), axiom]))
  return [...byKey.values()]
}

/** Whether an axiom says nothing: that a class or property is below itself. */
function isTrivial(axiom: Axiom): boolean {
  switch (axiom.kind) {
    case 'member':
      return axiom.sub.kind === 'class' && axiom.sub.iri === axiom.super
    case 'value':
      return false
    case 'property':
      return (
        axiom.chain.length === 1 && axiom.chain.every((step) => step.iri === axiom.super && !step.inverse)
      )
  }
}

/** Leaves out what is not supported until nothing more is to be left out. */
function supportedAxioms(
  all: readonly Axiom[],
  sameAs: boolean,
  unsupported: Map<string, Unsupported>,
): Supported {
  const stated = (number: number): string => all[number]?.stated ?? ''
  const leaveOut = (numbers: readonly number[], reason: string): boolean => {
    for (const number of numbers) {
      const text = stated(number)
      if (!unsupported.has(text)) unsupported.set(text, { stated: text, reason })
    }
    return numbers.length > 0
  }
  const plain = all.map(plainAxiom)
  leaveOut(
    plain.flatMap((axiom, number) => (axiom === undefined ? [number] : [])),
    'What it says of rdf:type is more than that it is above other properties.',
  )
  for (;;) {
    const axioms = plain.flatMap((axiom, number) =>
      axiom === undefined || unsupported.has(axiom.stated) ? [] : [[number, axiom] as const],
    )
    const properties = propertyGraph(axioms)
    if (leaveOut(unsaidChains(properties, stated), reasons.chain)) continue
    if (leaveOut(chainedValues(axioms, properties), reasons.chainedValue)) continue
    if (leaveOut(typedValues(axioms, properties, sameAs), reasons.typedValue)) continue
    if (leaveOut(unsaidTypes(axioms, properties), reasons.types)) continue
    const values = inferredValues(axioms, properties)
    const classes = classGraph(axioms, values, sameAs)
    const circles = classCircles(classes)
    if (leaveOut(unsaidConditions(classes, circles, stated), reasons.condition)) continue
    if (leaveOut(unsaidValues(classes, circles), reasons.values)) continue
    return { axioms, properties, values, classes, circles }
  }
}

/** All axioms of `rdf:type`, where they are too much together: every question would be. */
function unsaidTypes(axioms: NumberedAxioms, properties: PropertyGraph): readonly number[] {
  const type = unlessTooLarge(() => propertyPaths(properties)({ iri: rdf.type, inverse: false }))
  if (type !== undefined) return []
  return axioms.flatMap(([number, axiom]) =>
    axiom.kind === 'property' && axiom.super === rdf.type ? [number] : [],
  )
}

const reasons = {
  chain: 'It makes properties depend on themselves in a way that no property path can say.',
  chainedValue: 'Its value is one of a property that is transitive or in a chain of properties.',
  typedValue:
    'Its value is one of a property below rdf:type, in a way that is the membership of no named class.',
  types: 'The properties below rdf:type take more property paths together than can be asked for.',
  values:
    'Its value is a member of classes that in turn depend on who has values, in more ways than can be asked for.',
  condition:
    'It makes classes depend on themselves, by conditions on other nodes, in a way that no property path can say.',
} as const

/** An axiom with plain expressions, where `rdf:type` is only what others are below. Absent: it is more than that. */
function plainAxiom(axiom: Axiom): Axiom | undefined {
  switch (axiom.kind) {
    case 'property':
      return axiom.chain.some((step) => step.iri === rdf.type) ? undefined : axiom
    case 'member': {
      const sub = plainExpression(axiom.sub)
      return sub === undefined ? undefined : { ...axiom, sub }
    }
    case 'value': {
      const sub = plainExpression(axiom.sub)
      const { property, value, stated } = axiom
      if (sub === undefined) return undefined
      if (property.iri !== rdf.type) return { ...axiom, sub }
      if (property.inverse || value.kind !== 'iri') return undefined
      return { kind: 'member', sub, super: value.value, stated }
    }
  }
}

function makeRules(all: readonly Axiom[], supported: Supported, unsupported: readonly Unsupported[]): Rules {
  const { axioms, properties, values, classes, circles } = supported
  const path = propertyPaths(properties)
  const members = classMembers(classes, circles, path)
  const typeStep = { iri: rdf.type, inverse: false }
  const hasTypes = properties.units(rdf.type).length > 0 || properties.chains(rdf.type).length > 0
  const type = hasTypes ? path(typeStep) : undefined
  const stated = (numbers: Iterable<number>): readonly string[] => [
    ...new Set([...numbers].sort((a, b) => a - b).map((number) => all[number]?.stated ?? '')),
  ]

  const propertyRule = (iri: string): PropertyRule | undefined => {
    const step = { iri, inverse: false }
    const found = path(step)
    const used = new Set(found.axioms)
    const owners = [step, invertedStep(step)].flatMap((of) =>
      values.of(of).flatMap((inferred) => {
        const owned = members(valueNode(of, inferred.value))
        if (owned.ways.length === 0) return []
        for (const axiom of owned.axioms) used.add(axiom)
        for (const { axiom } of inferred.subs) used.add(axiom)
        return [{ members: owned.ways, value: inferred.value, inverse: of.inverse }]
      }),
    )
    if (owners.length === 0 && pathKey(found.path) === pathKey(stepPath(step))) return undefined
    if (owners.length > 0) for (const axiom of type?.axioms ?? []) used.add(axiom)
    return { path: found.path, values: owners, axioms: stated(used) }
  }
  const classRule = (iri: string): ClassRule | undefined => {
    const { ways, axioms: used } = members(classNode(iri))
    const [first, ...others] = ways
    const isStated = others.length === 0 && first?.kind === 'stated' && first.classes.length === 1
    if (type === undefined && isStated) return undefined
    return { ways, axioms: stated([...used, ...(type?.axioms ?? [])]) }
  }
  const isTouched = (iri: string): boolean =>
    [iri, `^${iri}`].some((key) => properties.units(key).length > 0 || properties.chains(key).length > 0) ||
    values.of({ iri, inverse: false }).length > 0 ||
    values.of({ iri, inverse: true }).length > 0
  const named = [
    ...properties.steps.values(),
    ...axioms.flatMap(([, axiom]) => (axiom.kind === 'value' ? [axiom.property] : [])),
  ].map((step) => step.iri)
  const hierarchy = classHierarchy(axioms)

  return {
    property: keptByIri((iri) => (iri === rdf.type ? undefined : propertyRule(iri))),
    members: keptByIri(classRule),
    properties: [...new Set(named)].filter((iri) => iri !== rdf.type && isTouched(iri)),
    classes: classes.classes.map(classes.classOf).filter((iri) => iri !== undefined),
    ...(type === undefined ? {} : { type: type.path }),
    subclasses: hierarchy.subclasses,
    superclasses: hierarchy.superclasses,
    unsupported,
  }
}
