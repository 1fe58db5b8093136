import { rdf } from '../../rdf/term.ts'
import type { Axiom } from '../axiom.ts'
import { invertedStep } from '../inverted-step.ts'
import type { ClassRule, PropertyRule, Rules } from '../rules.ts'
import { classNode, valueNode } from './class-graph.ts'
import { classHierarchy } from './class-hierarchy.ts'
import { classMembers } from './class-members.ts'
import { pathKey, stepPath } from './compact-path.ts'
import { keptByIri } from './kept-by-iri.ts'
import { propertyPaths } from './property-paths.ts'
import { sizedRule } from './rule-size.ts'
import { type SupportedAxioms, supportedAxioms } from './supported-axioms.ts'

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
  const all = withoutRepetitions(axioms).filter((axiom) => !isTrivial(axiom))
  return makeRules(all, supportedAxioms(all, options.sameAs === true))
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

function makeRules(all: readonly Axiom[], supported: SupportedAxioms): Rules {
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
    property: keptByIri((iri) => (iri === rdf.type ? undefined : sizedRule(iri, () => propertyRule(iri)))),
    members: keptByIri((iri) => sizedRule(iri, () => classRule(iri))),
    properties: [...new Set(named)].filter((iri) => iri !== rdf.type && isTouched(iri)),
    classes: classes.classes.map(classes.classOf).filter((iri) => iri !== undefined),
    ...(type === undefined ? {} : { type: type.path }),
    subclasses: hierarchy.subclasses,
    superclasses: hierarchy.superclasses,
    unsupported: supported.unsupported,
  }
}
