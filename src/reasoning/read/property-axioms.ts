import type { Term } from '../../rdf/term.ts'
import { owl, rdfs } from '../../rdf/vocabulary-terms.ts'
import type { PropertyStep } from '../axiom.ts'
import { invertedStep } from '../inverted-step.ts'
import { readList } from './read-list.ts'
import { readFollowed, readInferred } from './read-property.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { StatedAxiom, UnnamedAxiom } from './stated-axiom.ts'
import type { StatedText } from './stated-text.ts'
import type { Statements } from './statements.ts'

/** What a vocabulary says of properties. */
export function* propertyAxioms(
  statements: Statements,
  text: StatedText,
  sameAs: boolean,
): Generator<StatedAxiom> {
  const below = (sub: Term, above: Term): readonly UnnamedAxiom[] =>
    chainAxiom([readFollowed(statements, sub)], readInferred(statements, above))

  for (const { subject, object } of statements.triples(rdfs.subPropertyOf)) {
    yield {
      stated: text.triple(subject, rdfs.subPropertyOf, object),
      read: () => below(subject, object),
    }
  }
  for (const { subject, object } of statements.triples(owl.equivalentProperty)) {
    yield {
      stated: text.triple(subject, owl.equivalentProperty, object),
      read: () => [...below(subject, object), ...below(object, subject)],
    }
  }
  for (const { subject, object } of statements.triples(owl.inverseOf)) {
    // Of a blank node it says which property is meant.
    if (subject.kind === 'blank') continue
    yield {
      stated: text.triple(subject, owl.inverseOf, object),
      read: () => [
        ...chainAxiom([invertedStep(readFollowed(statements, subject))], readInferred(statements, object)),
        ...chainAxiom([invertedStep(readFollowed(statements, object))], readInferred(statements, subject)),
      ],
    }
  }
  for (const { subject, object } of statements.triples(owl.propertyChainAxiom)) {
    yield {
      stated: text.listTriple(subject, owl.propertyChainAxiom, object),
      read: () =>
        chainAxiom(
          readList(statements, object).map((link) => readFollowed(statements, link)),
          readInferred(statements, subject),
        ),
    }
  }
  for (const { subject, object } of statements.triples(rdfs.type)) {
    if (object.kind !== 'iri') continue
    const read = readerOfType(object.value, sameAs)
    if (read === undefined) continue
    yield {
      stated: text.triple(subject, rdfs.type, object),
      read: () => {
        const step = readFollowed(statements, subject)
        readInferred(statements, subject)
        return read(step)
      },
    }
  }
}

/** A chain of more links is none that a person has written, and no query could follow it. */
const mostLinks = 100

/** A chain below the inverse of a property is, the other way round, below the property. */
function chainAxiom(chain: readonly PropertyStep[], above: PropertyStep): readonly UnnamedAxiom[] {
  if (chain.length > mostLinks) throw new RefusedAxiom(`A chain of more than ${mostLinks} properties.`)
  const links = above.inverse ? chain.map(invertedStep).reverse() : chain
  const [first, second] = links
  const isItself = second === undefined && first?.iri === above.iri && !first.inverse
  return isItself ? [] : [{ kind: 'property', chain: links, super: above.iri }]
}

type TypeReader = (step: PropertyStep) => readonly UnnamedAxiom[]

/** What being of a class of properties means; `undefined` where nothing is inferred of it. */
function readerOfType(type: string, sameAs: boolean): TypeReader | undefined {
  switch (type) {
    // What holds of a property in this way holds of its inverse.
    case owl.symmetricProperty:
      return ({ iri }) => [{ kind: 'property', chain: [{ iri, inverse: true }], super: iri }]
    case owl.transitiveProperty:
      return ({ iri }) => {
        const link = { iri, inverse: false }
        return [{ kind: 'property', chain: [link, link], super: iri }]
      }
    case owl.reflexiveProperty:
      return () => {
        throw new RefusedAxiom(
          'Reflexive properties are not supported: every node there is would be its own value.',
        )
      }
    case owl.functionalProperty:
    case owl.inverseFunctionalProperty:
      if (!sameAs) return undefined
      return () => {
        throw new RefusedAxiom('That nodes are the same is only taken as it is stated, by owl:sameAs.')
      }
    default:
      return undefined
  }
}
