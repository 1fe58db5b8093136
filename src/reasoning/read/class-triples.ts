import { owl, rdfs } from '../../rdf/vocabulary-terms.ts'
import type { ClassTriple } from '../axiom.ts'
import type { Statements } from './statements.ts'

/** The triples along which a hierarchy of classes can be walked, whatever axioms are made of them. */
export function classTriples(statements: Statements): readonly ClassTriple[] {
  return [rdfs.subClassOf, owl.equivalentClass].flatMap((predicate) =>
    statements
      .triples(predicate)
      .flatMap(({ subject, object }) =>
        object.kind === 'literal'
          ? []
          : [{ sub: subject, super: object, isEquivalence: predicate === owl.equivalentClass }],
      ),
  )
}
