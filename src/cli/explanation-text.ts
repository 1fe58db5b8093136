import type { Explanation } from '../engine/graphql/answer.ts'
import { planText } from '../engine/graphql/plan-text.ts'
import { rdfNamespace } from '../rdf/term.ts'
import { reasoningText } from '../server/reasoning-text.ts'
import { harmless } from './one-line.ts'
import { styled } from './terminal.ts'

/**
 * The sections SPARQL, FIELDS and PLAN of an explanation (spec: "Command-line operations"), and REASONING of one of a query
 * with reasoning.
 */
export function explanationText(explanation: Explanation, colour: boolean): string {
  const { sparql, fields, plan, reasoning } = explanation
  // The list of prefixes is of names of the data.
  const prefixes = sparql.includes(' rdf:type ') ? { rdf: rdfNamespace, ...plan.prefixes } : plan.prefixes
  const declarations = Object.entries(prefixes).map(([prefix, name]) => `PREFIX ${prefix}: <${name}>\n`)
  return [
    `${heading('SPARQL', colour)}\n${declarations.join('')}${sparql.trimEnd()}\n`,
    `${heading('FIELDS', colour)}\n${fieldLines(fields).join('\n')}\n`,
    `${heading('PLAN', colour)}\n${planText(plan.plan)}`,
    ...reasoningSection(reasoning, colour),
  ].join('\n')
}

/** The section REASONING, where there is one: the axioms that were used, and what is left out of the vocabulary. */
export function reasoningSection(reasoning: Explanation['reasoning'], colour: boolean): readonly string[] {
  if (reasoning === undefined) return []
  const text = reasoningText({
    axioms: reasoning.axioms.map(harmless),
    warnings: reasoning.warnings.map(harmless),
  })
  return [`${heading('REASONING', colour)}\n${text}`]
}

function heading(text: string, colour: boolean): string {
  return styled(text, 'bold', colour)
}

function fieldLines(fields: Explanation['fields']): readonly string[] {
  return Object.entries(fields).map(([object, members]) => {
    const names = Object.entries(members).map(([variable, name]) => `${variable}: ${name}`)
    return `${object}: {${names.join(', ')}}`
  })
}
