import { blank, type Term } from '../rdf/term.ts'

/**
 * The term that a constant of a query stands for: `<_:label>` is the blank node of that label, as the store gave it out.
 * SPARQL has no other constant for one, and no IRI begins with `_:`.
 */
export function meantTerm(constant: Term): Term {
  return constant.kind === 'iri' && constant.value.startsWith('_:')
    ? blank(constant.value.slice(2))
    : constant
}
