import type { Algebra } from '@traqula/algebra-transformations-1-1'
import { blank } from '../rdf/term.ts'
import { type ParsedTerm, patternTerm } from './convert-term.ts'
import type { TemplateTerm, TripleTemplate } from './query-form.ts'

/** Converts templates that share their blank nodes, which are labelled `b0`, `b1`, … in order. */
export interface Templates {
  triples(patterns: readonly Algebra.Pattern[]): readonly TripleTemplate[]
}

/** A conversion of the templates of one operation. */
export function createTemplates(): Templates {
  const labels = new Map<string, string>()
  const templateTerm = (term: ParsedTerm): TemplateTerm => {
    if (term.termType !== 'BlankNode') return patternTerm(term)
    const label = labels.get(term.value) ?? `b${labels.size}`
    labels.set(term.value, label)
    return blank(label)
  }
  return {
    triples: (patterns) =>
      patterns.map((pattern) => ({
        subject: templateTerm(pattern.subject),
        predicate: templateTerm(pattern.predicate),
        object: templateTerm(pattern.object),
      })),
  }
}
