import type { Explanation } from '../engine/answer.ts'
import { styled } from './terminal.ts'

type PlanNode = Explanation['plan']['plan']

/** The sections SPARQL, FIELDS and PLAN of an explanation (spec: "Command-line operations"). */
export function explanationText(explanation: Explanation, colour: boolean): string {
  const { sparql, fields, plan } = explanation
  const declarations = Object.entries(plan.prefixes).map(([prefix, name]) => `PREFIX ${prefix}: <${name}>\n`)
  return [
    `${heading('SPARQL', colour)}\n${declarations.join('')}${sparql.trimEnd()}\n`,
    `${heading('FIELDS', colour)}\n${fieldLines(fields).join('\n')}\n`,
    `${heading('PLAN', colour)}\n${planLines(plan.plan, '', '').join('\n')}\n`,
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

/** A tree, each step below the one that takes its solutions. */
function planLines(node: PlanNode, indent: string, below: string): readonly string[] {
  const measured = [
    `${node.cardinality} estimated`,
    ...(node.rows === undefined ? [] : [`${node.rows} rows`]),
    ...(node.milliseconds === undefined ? [] : [`${node.milliseconds.toFixed(3)} ms`]),
  ]
  const children = node.children.flatMap((child, index) => {
    const isLast = index === node.children.length - 1
    return planLines(child, `${below}${isLast ? '└─ ' : '├─ '}`, `${below}${isLast ? '   ' : '│  '}`)
  })
  return [`${indent}${node.label}  [${measured.join(', ')}]`, ...children]
}
