import type { Term } from '../../rdf/term.ts'
import { blankText } from '../../rdf/term-text.ts'
import type { SolutionWriter } from './solution-writer.ts'

/**
 * Writes SPARQL 1.1 Query Results CSV (section 3): values without what kind of term they are. A boolean, which the
 * recommendation has no form for, is `true` or `false`.
 */
export function createCsvWriter(): SolutionWriter {
  return {
    start: (variables) => line(variables),
    solution: (terms) => line(terms.map(valueText)),
    end: () => '',
    boolean: (value) => `${value}`,
  }
}

function line(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`
}

/** A field as RFC 4180 has it, in quotes where it needs them. */
function field(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

function valueText(term: Term | null): string {
  if (term === null) return ''
  return term.kind === 'blank' ? blankText(term) : term.value
}
