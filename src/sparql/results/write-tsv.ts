import type { Term } from '../../rdf/term.ts'
import { isBare, termText } from '../../rdf/term-text.ts'
import type { SolutionWriter } from './solution-writer.ts'

/**
 * Writes SPARQL 1.1 Query Results TSV (section 4): terms as Turtle has them, numbers and booleans bare. A boolean, which
 * the recommendation has no form for, is `true` or `false`.
 */
export function createTsvWriter(): SolutionWriter {
  return {
    start: (variables) => line(variables.map((name) => `?${name}`)),
    solution: (terms) => line(terms.map(fieldText)),
    end: () => '',
    boolean: (value) => `${value}`,
  }
}

function line(fields: readonly string[]): string {
  return `${fields.join('\t')}\n`
}

function fieldText(term: Term | null): string {
  if (term === null) return ''
  return term.kind === 'literal' && isBare(term) ? term.value : termText(term)
}
