import { type OntologyAxiom, ontologyQuads } from './ontology-triples.ts'
import { reasonerOf } from './reasoner-of.ts'

/** The axioms without those that a reasoner warns of, by themselves or together with those before them. */
export function supportedAxioms(axioms: readonly OntologyAxiom[], sameAs: boolean): readonly OntologyAxiom[] {
  const isSupported = (some: readonly OntologyAxiom[]): boolean =>
    reasonerOf(ontologyQuads(some), sameAs).warnings.length === 0
  if (isSupported(axioms)) return axioms
  const kept: OntologyAxiom[] = []
  for (const axiom of axioms) {
    kept.push(axiom)
    if (!isSupported(kept)) kept.pop()
  }
  return kept
}
