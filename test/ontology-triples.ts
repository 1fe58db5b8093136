import { blank, iri, type NamedNode, type Quad, type Term } from '../src/rdf/term.ts'
import { rdfs } from '../src/rdf/vocabulary-terms.ts'

/** A term of an axiom as Turtle can write it: `(…)` and `[…]` are blank nodes with what is said of them. */
export type OntologyTerm =
  | Term
  | { readonly kind: 'list'; readonly members: readonly OntologyTerm[] }
  | { readonly kind: 'described'; readonly by: readonly (readonly [predicate: string, OntologyTerm])[] }

/** One axiom, and the graph that it stands in. */
export interface OntologyAxiom {
  readonly subject: OntologyTerm
  readonly predicate: string
  readonly object: OntologyTerm
  readonly graph: NamedNode | null
}

/** The triples of axioms; each axiom has blank nodes of its own. */
export function ontologyQuads(axioms: readonly OntologyAxiom[]): readonly Quad[] {
  const quads: Quad[] = []
  let blankNodes = 0
  for (const { subject, predicate, object, graph } of axioms) state(subject, predicate, object, graph)
  return quads

  function state(
    subject: OntologyTerm,
    predicate: string,
    object: OntologyTerm,
    graph: NamedNode | null,
  ): void {
    const [from, to] = [write(subject, graph), write(object, graph)]
    if (from.kind === 'literal') throw new Error('Nothing is stated of a literal.')
    quads.push({ subject: from, predicate: iri(predicate), object: to, graph })
  }

  function write(term: OntologyTerm, graph: NamedNode | null): Term {
    if (term.kind === 'described') {
      const node = blank(`o${blankNodes++}`)
      for (const [predicate, value] of term.by) state(node, predicate, value, graph)
      return node
    }
    if (term.kind !== 'list') return term
    const [first, ...rest] = term.members
    if (first === undefined) return iri(rdfs.nil)
    const node = blank(`o${blankNodes++}`)
    state(node, rdfs.first, first, graph)
    state(node, rdfs.rest, { kind: 'list', members: rest }, graph)
    return node
  }
}
