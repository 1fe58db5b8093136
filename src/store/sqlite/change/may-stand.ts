import type { Term } from '../../../rdf/term.ts'

/** Whether a term can stand in a place of a quad (RDF 1.1 Concepts, 3.1). */
export function mayStand(kind: Term['kind'], place: 's' | 'p' | 'o' | 'g'): boolean {
  switch (place) {
    case 'o':
      return true
    case 's':
    case 'g':
      return kind !== 'literal'
    case 'p':
      return kind === 'iri'
  }
}
