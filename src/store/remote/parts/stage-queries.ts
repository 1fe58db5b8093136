import type { SelectQuery } from '../../../sparql/algebra.ts'
import { queryOfNodes } from './answer-nodes.ts'
import { nodesOfPart } from './list-nodes.ts'
import { orderByParts } from './order-parts.ts'
import type { Stage } from './stages.ts'

/** The queries that stages send, as far as they are known before: those of nodes name none yet. */
export function queriesOf(stages: readonly Stage[], variables: readonly string[]): readonly SelectQuery[] {
  return stages.flatMap((stage) => {
    if (stage.kind === 'together') return [orderByParts(stage.query, stage.parts)]
    const { query, part } = stage
    const nodes = { ...query, operation: nodesOfPart(part, 0, part.page?.limit ?? 0) }
    return [nodes, queryOfNodes(query, part, [], variables)]
  })
}
