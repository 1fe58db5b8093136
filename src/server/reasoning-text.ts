import type { SparqlExplanation } from '../engine/sparql/sparql-request.ts'

/** What reasoning did for a query, as text: a line for each axiom that was used, and for each that is left out. */
export function reasoningText({ axioms, warnings }: NonNullable<SparqlExplanation['reasoning']>): string {
  const used = axioms.length === 0 ? ['No axiom was needed.'] : axioms
  return [...used, ...warnings.map((warning) => `Warning: ${warning}`)].map((line) => `${line}\n`).join('')
}
