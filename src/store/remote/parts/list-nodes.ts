import type { Operation, SelectQuery } from '../../../sparql/algebra.ts'
import { certainlyBound, inScope } from '../../../sparql/scope.ts'
import type { QueryPart } from '../../store.ts'
import type { Asking } from './asking.ts'
import { nodeComparators } from './order-parts.ts'

/** Nodes that one query lists. */
export const mostListed = 10_000

/** Nodes of a part, and whether there are none after them. */
export interface ListedNodes {
  readonly nodes: readonly string[]
  readonly isEnd: boolean
}

/** Lists nodes of a part in their order: the next ones after so many, as far as one answer goes. */
export async function listNodes(
  query: SelectQuery,
  part: QueryPart,
  offset: number,
  { ask, mostRows }: Asking,
): Promise<ListedNodes> {
  const left = (part.page?.limit ?? Number.POSITIVE_INFINITY) - offset
  const limit = Math.min(mostListed, mostRows() ?? mostListed, left)
  if (limit <= 0) return { nodes: [], isEnd: true }
  const nodes: string[] = []
  const asked = ask({ ...query, operation: nodesOfPart(part, offset, limit) }, [part.node])
  for await (const batch of asked.batches) {
    for (const [node] of batch) if (typeof node === 'string') nodes.push(node)
  }
  const isWhole = nodes.length < limit && asked.cutAfter() === undefined
  return { nodes, isEnd: isWhole || nodes.length === left || nodes.length === 0 }
}

/** Some of the nodes of a part, each once, in the order in which the part has them. The node is the first variable. */
export function nodesOfPart(part: QueryPart, offset: number, limit: number): Operation {
  const { node, operation, page } = part
  const comparators = nodeComparators(part)
  const keys = comparators.flatMap(({ expression }) =>
    expression.kind === 'variable' ? [expression.name] : [],
  )
  const variables = [...new Set([node, ...keys])]
  const nodes = page ?? withoutOptional(operation, variables)
  return {
    kind: 'slice',
    operand: {
      kind: 'distinct',
      operand: { kind: 'project', operand: { kind: 'orderBy', operand: nodes, comparators }, variables },
    },
    offset,
    limit,
  }
}

/** An operation that binds these variables to the same terms, without what only adds others; how often a solution comes does not matter. */
function withoutOptional(operation: Operation, wanted: readonly string[]): Operation {
  const isBound = (left: readonly Operation[], right: Operation): boolean =>
    wanted.every((name) => !inScope(right).has(name) || left.some((one) => certainlyBound(one).has(name)))
  switch (operation.kind) {
    case 'leftJoin':
      return isBound([operation.left], operation.right) ? withoutOptional(operation.left, wanted) : operation
    case 'join': {
      const { operands } = operation
      const kept = operands.filter(
        (one) =>
          !hasEmptyBranch(one) ||
          !isBound(
            operands.filter((other) => other !== one),
            one,
          ),
      )
      const [only] = kept
      if (only !== undefined && kept.length === 1) return withoutOptional(only, wanted)
      return { ...operation, operands: kept }
    }
    // Of the nodes each is one solution in any case.
    case 'distinct':
    case 'project':
      return withoutOptional(operation.operand, wanted)
    default:
      return operation
  }
}

/** Whether an operation has the empty solution beside others, so that what is joined with it stays whole. */
function hasEmptyBranch(operation: Operation): boolean {
  return (
    operation.kind === 'union' &&
    operation.operands.some((one) => one.kind === 'bgp' && one.patterns.length === 0)
  )
}
