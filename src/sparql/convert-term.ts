import type { Algebra } from '@traqula/algebra-transformations-1-1'
import { iri, type Literal, languageString, literal, type NamedNode } from '../rdf/term.ts'
import { type PatternTerm, type TriplePattern, type Variable, variable } from './algebra.ts'

/** A term as the parser has it. */
export type ParsedTerm = Algebra.TermExpression['term']

/** An IRI, literal or variable of the parser's as ours; its blank nodes have become variables before. */
export function patternTerm(term: ParsedTerm): PatternTerm {
  switch (term.termType) {
    case 'Variable':
      return variable(term.value)
    case 'NamedNode':
      return iri(term.value)
    case 'Literal':
      return term.language === ''
        ? literal(term.value, term.datatype.value)
        : languageString(term.value, term.language)
    default:
      throw new Error(`A term of the kind ${term.termType} in a pattern`)
  }
}

/** An IRI or a literal. */
export function groundTerm(term: ParsedTerm): NamedNode | Literal {
  const converted = patternTerm(term)
  if (converted.kind === 'variable')
    throw new Error(`The variable ?${converted.name} where a constant must stand`)
  return converted
}

/** What can stand as a predicate or as the name of a graph. */
export function nameTerm(term: ParsedTerm): Variable | NamedNode {
  const converted = patternTerm(term)
  if (converted.kind === 'literal') throw new Error('A literal where a name must stand')
  return converted
}

/** A triple pattern. */
export function convertTriple(pattern: Algebra.Pattern): TriplePattern {
  return {
    subject: patternTerm(pattern.subject),
    predicate: nameTerm(pattern.predicate),
    object: patternTerm(pattern.object),
  }
}
