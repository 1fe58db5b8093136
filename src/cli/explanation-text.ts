import type { Explanation } from '../engine/graphql/answer.ts'
import { planText } from '../engine/graphql/plan-text.ts'
import { rdfNamespace } from '../rdf/term.ts'
import { styled } from './terminal.ts'

/** The sections SPARQL, FIELDS and PLAN of an explanation (spec: "Command-line operations"). */
export function explanationText(explanation: Explanation, colour: boolean): string {
  const { sparql, fields, plan } = explanation
  // The list of prefixes is of names of the data.
  const prefixes = sparql.includes(' rdf:type ') ? { rdf: rdfNamespace, ...plan.prefixes } : plan.prefixes
  const declarations = Object.entries(prefixes).map(([prefix, name]) => `PREFIX ${prefix}: <${name}>\n`)
  return [
    `${heading('SPARQL', colour)}\n${declarations.join('')}${sparql.trimEnd()}\n`,
    `${heading('FIELDS', colour)}\n${fieldLines(fields).join('\n')}\n`,
    `${heading('PLAN', colour)}\n${planText(plan.plan)}`,
  ].join('\n')
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
