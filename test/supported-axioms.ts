import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import { createReasoner } from '../src/reasoning/create-reasoner.ts'
import { readAxioms } from '../src/reasoning/read/read-axioms.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { type OntologyAxiom, ontologyQuads } from './ontology-triples.ts'

/** A reasoner by the axioms among quads. */
export function reasonerOf(quads: readonly Quad[], sameAs: boolean, isWholeVocabulary = true): Reasoner {
  return createReasoner(readAxioms(quads, defaultNamespaces, { sameAs }), {
    id: 'test',
    sameAs,
    isWholeVocabulary,
  })
}

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
