import type { SelectQuery } from '../../../sparql/algebra.ts'
import type { Row } from '../../../sparql/results/row.ts'
import { inScope } from '../../../sparql/scope.ts'
import type { QueryPart } from '../../store.ts'
import type { Asking } from './asking.ts'
import type { NodeName } from './node-name.ts'
import { nodeRows } from './node-rows.ts'
import { nodeComparators } from './order-parts.ts'
import { ofNodes } from './restrict-nodes.ts'
import { cutAmongBlank } from './row-limit.ts'
import { rowsOfNode } from './rows-of-node.ts'

/** Nodes that one query names: IRIs are long, and the text of a query has its limits. */
const mostNamed = 250

/**
 * The rows of nodes of a part, which are known: these are named in queries that are small enough for the endpoint.
 *
 * @param query of which the part is one, for its dataset
 * @param atFirst nodes to begin with in one query
 */
export async function* answerNodes(
  query: SelectQuery,
  part: QueryPart,
  lists: AsyncIterable<readonly string[]>,
  atFirst: number,
  variables: readonly string[],
  asking: Asking,
): AsyncGenerator<readonly Row[]> {
  const columns = [variables.indexOf(part.node)]
  let most = mostNamed
  let size = within(atFirst, most)
  for await (const listed of lists) {
    for (let nodes = listed; nodes.length > 0; ) {
      const named = nodes.slice(0, size)
      const asked = queryOfNodes(query, part, namesOf(named, asking), variables)
      const complete = new Set<string>()
      const next = yield* nodeRows(asking.ask(asked, variables), columns, asking, (node) =>
        complete.add(node),
      )
      if (next === undefined) {
        nodes = nodes.slice(named.length)
        size = within(size * 2, most)
      } else if (named.length === 1) {
        yield* rowsOfNode(asked, next.rows, variables, asking)
        nodes = nodes.slice(1)
      } else {
        nodes = nodes.filter((node) => !complete.has(node))
        most = within(complete.size === 0 ? Math.floor(size / 2) : complete.size, most)
        size = most
      }
    }
  }
}

function within(size: number, most: number): number {
  return Math.max(1, Math.min(most, size))
}

function namesOf(nodes: readonly string[], { names, label, mostRows }: Asking): readonly NodeName[] {
  return nodes.map((node) => {
    const name = names(node)
    if (name === undefined) throw cutAmongBlank(label, mostRows() ?? nodes.length)
    return name
  })
}

/** The query of nodes of a part. */
export function queryOfNodes(
  query: SelectQuery,
  part: QueryPart,
  nodes: readonly NodeName[],
  variables: readonly string[],
): SelectQuery {
  const operation = ofNodes(part, nodes)
  const bound = inScope(operation)
  return {
    ...query,
    operation: {
      kind: 'project',
      operand: { kind: 'orderBy', operand: operation, comparators: nodeComparators(part) },
      variables: variables.filter((name) => bound.has(name)),
    },
  }
}
