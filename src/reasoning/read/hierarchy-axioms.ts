import { owl, rdfs } from '../../rdf/vocabulary-terms.ts'
import type { StatedAxiom, UnnamedAxiom } from './stated-axiom.ts'
import type { StatedText } from './stated-text.ts'
import type { Statements } from './statements.ts'

/** Predicates that say which names are within which. */
const hierarchyPredicates = [
  rdfs.subClassOf,
  rdfs.subPropertyOf,
  owl.equivalentClass,
  owl.equivalentProperty,
] as const

/**
 * What holds of the hierarchy itself, where there is one of names: to be within what is within another is to be within that, and to be
 * equivalent is to be within each other (OWL 2 RL, table 9).
 */
export function* hierarchyAxioms(statements: Statements, text: StatedText): Generator<StatedAxiom> {
  const isHierarchy = hierarchyPredicates.some((predicate) =>
    statements
      .triples(predicate)
      .some(({ subject, object }) => subject.kind === 'iri' && object.kind === 'iri'),
  )
  if (!isHierarchy) return
  const below = [
    [owl.equivalentClass, rdfs.subClassOf],
    [owl.equivalentProperty, rdfs.subPropertyOf],
  ] as const
  for (const [equivalent, within] of below) {
    const isA = (predicate: string, type: string): string =>
      text.triple(named(predicate), rdfs.type, named(type))
    yield axiom(isA(within, owl.transitiveProperty), [within, within], within)
    yield axiom(isA(equivalent, owl.transitiveProperty), [equivalent, equivalent], equivalent)
    yield {
      stated: isA(equivalent, owl.symmetricProperty),
      read: () => [{ kind: 'property', chain: [{ iri: equivalent, inverse: true }], super: equivalent }],
    }
    yield axiom(text.triple(named(equivalent), rdfs.subPropertyOf, named(within)), [equivalent], within)
  }
}

function named(value: string): { readonly kind: 'iri'; readonly value: string } {
  return { kind: 'iri', value }
}

function axiom(stated: string, chain: readonly string[], above: string): StatedAxiom {
  const links = chain.map((iri) => ({ iri, inverse: false }))
  const said: UnnamedAxiom = { kind: 'property', chain: links, super: above }
  return { stated, read: () => [said] }
}
