import { ServiceError } from '../../../errors.ts'
import type { SelectQuery } from '../../../sparql/algebra.ts'
import type { QueryPart } from '../../store.ts'
import type { Asking } from './asking.ts'
import { listNodes } from './list-nodes.ts'
import type { Cut } from './node-rows.ts'

/**
 * The nodes of a part after the last one that an answer gave whole before it was cut, some at a time. Each list but the first
 * begins with the last node of the one before, which shows whether others have come before it, or gone.
 *
 * @throws ServiceError `remoteFailed` where that node is not among them any more
 */
export async function* nodesAfter(
  query: SelectQuery,
  part: QueryPart,
  given: Pick<Cut, 'nodes' | 'last'>,
  asking: Asking,
): AsyncGenerator<readonly string[]> {
  let { last } = given
  let offset = last === undefined ? given.nodes : given.nodes - 1
  let isFromStart = offset === 0
  for (;;) {
    const { nodes, isEnd } = await listNodes(query, part, offset, asking)
    const at = last === undefined ? -1 : nodes.indexOf(last)
    if (last !== undefined && at < 0) {
      if (isFromStart && isEnd) throw changed(asking.label)
      // It may have another place by now: that is looked for.
      offset = isFromStart ? offset + nodes.length : 0
      isFromStart = true
      continue
    }
    if (nodes.length > at + 1) yield nodes.slice(at + 1)
    if (isEnd) return
    // One without a name may have another label the next time; a list of one would bring the same again.
    const end = nodes.length > 1 ? nodes.at(-1) : undefined
    last = end !== undefined && asking.names(end) !== undefined ? end : undefined
    offset += last === undefined ? nodes.length : nodes.length - 1
    isFromStart = false
  }
}

function changed(label: string): ServiceError {
  return new ServiceError(
    'remoteFailed',
    `${label}: what it holds has changed between two parts of one answer. Ask again.`,
  )
}
