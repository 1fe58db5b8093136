import type { Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { owl, rdfs, vocabularyPredicates } from '../../rdf/vocabulary-terms.ts'
import type { PropertyStep } from '../axiom.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { Statements } from './statements.ts'

/**
 * The property that a term denotes: one with a name, or the inverse of one, `[owl:inverseOf :p]`.
 *
 * @throws RefusedAxiom where it denotes none
 */
export function readProperty(statements: Statements, term: Term): PropertyStep {
  const seen = new Set<string>()
  let isInverse = false
  let at = term
  while (at.kind === 'blank') {
    if (seen.has(termKey(at)))
      throw new RefusedAxiom('It names a property that is the inverse of itself only.')
    seen.add(termKey(at))
    const [property, second] = statements.objects(at, owl.inverseOf)
    if (property === undefined) throw new RefusedAxiom('A blank node stands for a property.')
    if (second !== undefined) throw new RefusedAxiom('A property without a name is the inverse of two.')
    isInverse = !isInverse
    at = property
  }
  if (at.kind === 'literal') throw new RefusedAxiom('A literal stands for a property.')
  return { iri: at.value, inverse: isInverse }
}

/**
 * A property whose triples can be followed. Those of `rdf:type` cannot: they depend on classes in turn.
 *
 * @throws RefusedAxiom where a term denotes none
 */
export function readFollowed(statements: Statements, term: Term): PropertyStep {
  const step = readProperty(statements, term)
  if (step.iri !== rdfs.type) return step
  throw new RefusedAxiom(
    'What rdf:type leads to is read from class axioms only, so nothing can be inferred from its triples.',
  )
}

/**
 * A property that can have inferred triples. Those of the languages themselves say what is inferred: inferring them could go
 * on without an end. Of `rdf:type` classes are inferred.
 *
 * @throws RefusedAxiom where a term denotes none
 */
export function readInferred(statements: Statements, term: Term): PropertyStep {
  const step = readProperty(statements, term)
  if (!vocabularyPredicates.has(step.iri) && step.iri !== owl.sameAs) return step
  throw new RefusedAxiom('It would infer axioms themselves, which are taken as they are stated.')
}
