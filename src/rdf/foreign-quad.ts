import { DataFactory } from 'n3'
import type { BlankLabels } from './blank-labels.ts'
import { isAbsoluteIri } from './iri.ts'
import { isLanguageTag } from './names.ts'
import { blank, iri, languageString, literal, type Quad, type Term } from './term.ts'

/** A term as the RDF/JS libraries make them. */
export interface ForeignTerm {
  readonly termType: string
  readonly value: string
  readonly language?: string
  readonly direction?: string | null
  readonly datatype?: { readonly value: string }
}

/** A quad as the RDF/JS libraries make them. */
export interface ForeignQuad {
  readonly subject: ForeignTerm
  readonly predicate: ForeignTerm
  readonly object: ForeignTerm
  readonly graph: ForeignTerm
}

/** Whether a value that a library hands over is a quad. */
export function isForeignQuad(value: unknown): value is ForeignQuad {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['subject', 'predicate', 'object', 'graph'].every((role) => {
      const term: unknown = Reflect.get(value, role)
      return typeof term === 'object' && term !== null && 'termType' in term && 'value' in term
    })
  )
}

/** A factory of RDF/JS terms whose blank nodes get their labels from `labels`. */
export function foreignFactory(labels: BlankLabels): typeof DataFactory {
  return {
    ...DataFactory,
    blankNode: (label) => DataFactory.blankNode(labels(label)),
    // The JSON-LD library passes null for a datatype it does not know, which n3 does not take for none.
    literal: (value, languageOrDatatype) => DataFactory.literal(value, languageOrDatatype ?? undefined),
  }
}

/** Why a quad of a library cannot be taken as an RDF 1.1 quad. */
export class UnusableTerm extends Error {}

/**
 * A quad of a library as one of ours; in `defaultGraph` where it is in the library's default graph.
 *
 * @throws UnusableTerm where it is none of RDF 1.1, or has an IRI that is relative or malformed.
 */
export function ownQuad(quad: ForeignQuad, defaultGraph: Quad['graph']): Quad {
  const subject = ownTerm(quad.subject)
  const predicate = ownTerm(quad.predicate)
  const graph = quad.graph.termType === 'DefaultGraph' ? defaultGraph : ownTerm(quad.graph)
  if (subject.kind === 'literal' || predicate.kind !== 'iri' || graph?.kind === 'literal') {
    throw new UnusableTerm('A literal cannot be a subject or graph, and a predicate must be an IRI.')
  }
  return { subject, predicate, object: ownTerm(quad.object), graph }
}

function ownTerm(term: ForeignTerm): Term {
  switch (term.termType) {
    case 'NamedNode':
      if (!isAbsoluteIri(term.value)) {
        throw new UnusableTerm(`<${term.value.slice(0, 60)}> is not an absolute IRI${iriHint(term.value)}.`)
      }
      return iri(term.value)
    case 'BlankNode':
      return blank(term.value)
    case 'Literal':
      if (term.direction) throw new UnusableTerm('Base directions are of RDF 1.2, which is not supported.')
      // Not every library looks at them, and no other syntax could write them (RDF 1.1 Concepts, 3.3: well-formed).
      if (term.language && !isLanguageTag(term.language)) {
        throw new UnusableTerm(`${JSON.stringify(term.language.slice(0, 60))} is not a language tag.`)
      }
      if (term.language) return languageString(term.value, term.language)
      return literal(term.value, term.datatype?.value)
    default:
      throw new UnusableTerm('Triple terms are of RDF 1.2, which is not supported.')
  }
}

function iriHint(value: string): string {
  return value.includes(':') ? '' : ', and no base IRI is given'
}
