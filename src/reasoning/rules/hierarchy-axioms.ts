import type { Axiom, PropertyAxiom } from '../axiom.ts'

const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
const owl = 'http://www.w3.org/2002/07/owl#'

/**
 * What is true of any vocabulary with a hierarchy: what is below what is a class or property above, is below that too, and
 * equivalents are below each other. None where there is no hierarchy.
 */
export function hierarchyAxioms(axioms: readonly Axiom[]): readonly PropertyAxiom[] {
  if (!axioms.some(isOfHierarchy)) return []
  return ['Class', 'Property'].flatMap((kind) => {
    const below = kind === 'Class' ? 'subClassOf' : 'subPropertyOf'
    const equivalent = `equivalent${kind}`
    return [
      property(
        `${rdfs}${below}`,
        [`${rdfs}${below}`, `${rdfs}${below}`],
        `rdfs:${below} a owl:TransitiveProperty`,
      ),
      property(
        `${owl}${equivalent}`,
        [`${owl}${equivalent}`, `${owl}${equivalent}`],
        `owl:${equivalent} a owl:TransitiveProperty`,
      ),
      {
        kind: 'property',
        chain: [{ iri: `${owl}${equivalent}`, inverse: true }],
        super: `${owl}${equivalent}`,
        stated: `owl:${equivalent} a owl:SymmetricProperty`,
      },
      property(
        `${rdfs}${below}`,
        [`${owl}${equivalent}`],
        `owl:${equivalent} rdfs:subPropertyOf rdfs:${below}`,
      ),
    ]
  })
}

/** Whether an axiom is between the names of two classes, or of two properties. */
function isOfHierarchy(axiom: Axiom): boolean {
  switch (axiom.kind) {
    case 'member':
      return axiom.sub.kind === 'class'
    case 'value':
      return false
    case 'property':
      return axiom.chain.length === 1 && axiom.chain.every((step) => !step.inverse)
  }
}

function property(iri: string, chain: readonly string[], stated: string): PropertyAxiom {
  return { kind: 'property', chain: chain.map((each) => ({ iri: each, inverse: false })), super: iri, stated }
}
