import { type Comparator, call, type Operation, type SelectQuery, variable } from '../../../sparql/algebra.ts'
import type { QueryPart } from '../../store.ts'

/**
 * The query, ordered so that the solutions of one part come before those of the next, in the order of the part's nodes and
 * those of one node next to each other. Blank nodes have no order in SPARQL (SPARQL 1.1, 15.1): their solutions come
 * together, and mixed.
 */
export function orderByParts(query: SelectQuery, parts: readonly QueryPart[]): SelectQuery {
  const { operation } = query
  const project = operation.kind === 'project' ? operation : undefined
  const shown = project?.operand ?? operation
  const operand = shown.kind === 'orderBy' ? shown.operand : shown
  const ordered: Operation = { kind: 'orderBy', operand, comparators: partComparators(parts) }
  return { ...query, operation: project === undefined ? ordered : { ...project, operand: ordered } }
}

/** What orders the solutions of parts: those of one before those of the next, and each by its nodes. */
export function partComparators(parts: readonly QueryPart[]): readonly Comparator[] {
  const isOfPart = ({ node }: QueryPart): Comparator => ({
    expression: call('BOUND', variable(node)),
    descending: true,
  })
  return [...(parts.length > 1 ? parts.map(isOfPart) : []), ...parts.flatMap(nodeComparators)]
}

/** What orders the nodes of a part, to the last difference. */
export function nodeComparators({ node, comparators }: QueryPart): readonly Comparator[] {
  const byNode = comparators.some(
    ({ expression }) => expression.kind === 'variable' && expression.name === node,
  )
  return byNode ? comparators : [...comparators, { expression: variable(node), descending: false }]
}
