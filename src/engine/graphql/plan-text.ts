import type { PlanNode } from '../../store/store.ts'

/** A plan as text: a line a step, what it takes its rows from below it and indented. */
export function planText(plan: PlanNode): string {
  const lines: string[] = []
  const write = (node: PlanNode, indent: string): void => {
    const measured = [
      ...(node.rows === undefined ? [] : [`rows: ${node.rows}`]),
      ...(node.milliseconds === undefined ? [] : [`ms: ${node.milliseconds.toFixed(2)}`]),
    ]
    lines.push(`${indent}${node.label} [${[`#${node.cardinality}`, ...measured].join(', ')}]\n`)
    for (const child of node.children) write(child, `${indent}  `)
  }
  write(plan, '')
  return lines.join('')
}
