import type { ASTNode, StringValueNode } from 'graphql'

/** What is wrong with a schema: a sentence, and the nodes of its document that it speaks of; none: of the whole. */
export interface SchemaFault {
  readonly message: string
  readonly nodes: readonly ASTNode[]
  /** Where the node is a text in quotes: which of its characters, from 0. */
  readonly at?: number
}

/** Of more faults than anyone reads only these are kept. */
const mostFaults = 10_000

/** Notes a fault at nodes of the document. */
export function addFault(faults: SchemaFault[], message: string, ...nodes: readonly ASTNode[]): void {
  if (faults.length < mostFaults) faults.push({ message, nodes })
}

/** Notes a fault at a character, from 0, of a text in quotes. */
export function addTextFault(
  faults: SchemaFault[],
  message: string,
  node: StringValueNode,
  at: number,
): void {
  if (faults.length < mostFaults) faults.push({ message, nodes: [node], at })
}

/** A text as messages quote it: long ones shortened. */
export function quoted(text: string): string {
  return text.length > 200 ? `"${text.slice(0, 200)}…"` : `"${text}"`
}
