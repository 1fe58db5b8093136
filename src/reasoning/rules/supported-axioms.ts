import { rdf } from '../../rdf/term.ts'
import type { Axiom, Unsupported } from '../axiom.ts'
import { type ClassCircles, classCircles, unsaidConditions } from './class-circles.ts'
import { plainExpression } from './class-expressions.ts'
import { type ClassGraph, classGraph } from './class-graph.ts'
import { chainedValues, type InferredValues, inferredValues, typedValues } from './inferred-values.ts'
import { unsaidChains } from './property-circles.ts'
import { type NumberedAxioms, type PropertyGraph, propertyGraph } from './property-graph.ts'
import { propertyPaths } from './property-paths.ts'
import { unlessTooLarge } from './rule-size.ts'
import { unsaidValues } from './unsaid-values.ts'

/** What rules are made of. */
export interface SupportedAxioms {
  /** With plain expressions. */
  readonly axioms: NumberedAxioms
  readonly properties: PropertyGraph
  readonly values: InferredValues
  readonly classes: ClassGraph
  readonly circles: ClassCircles
  /** Those that are left out. */
  readonly unsupported: readonly Unsupported[]
}

/**
 * Leaves out what is not supported, all axioms of one text together, until nothing more is to be left out. Axioms are numbered by
 * their places among all.
 *
 * @param sameAs whether individuals can have other names
 */
export function supportedAxioms(all: readonly Axiom[], sameAs: boolean): SupportedAxioms {
  const unsupported = new Map<string, Unsupported>()
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
    reasons.typed,
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
    return { axioms, properties, values, classes, circles, unsupported: [...unsupported.values()] }
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
  typed: 'What it says of rdf:type is more than that it is above other properties.',
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
