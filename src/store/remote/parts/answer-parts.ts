import type { SelectQuery } from '../../../sparql/algebra.ts'
import type { Row } from '../../../sparql/results/row.ts'
import type { QueryPart } from '../../store.ts'
import { answerNodes } from './answer-nodes.ts'
import type { Asking } from './asking.ts'
import { listNodes } from './list-nodes.ts'
import { nodeRows } from './node-rows.ts'
import { nodesAfter } from './nodes-after.ts'
import { orderByParts } from './order-parts.ts'
import { withOrderedPages } from './settled-pages.ts'
import { queryOfParts, type Stage } from './stages.ts'

/** The rows of the parts of a query, stage after stage. */
export async function* answerParts(
  stages: readonly Stage[],
  variables: readonly string[],
  asking: Asking,
): AsyncGenerator<readonly Row[]> {
  for (const stage of stages) {
    if (stage.kind === 'page') yield* answerPage(stage.query, stage.part, variables, asking)
    else yield* answerTogether(stage.query, stage.parts, variables, asking)
  }
}

/** The nodes of a page, then their rows; a page with nodes that no query can name is asked for as a whole. */
async function* answerPage(
  query: SelectQuery,
  part: QueryPart,
  variables: readonly string[],
  asking: Asking,
): AsyncGenerator<readonly Row[]> {
  const ordered = withOrderedPages({ query, parts: [part] })
  const nodes = await pageNodes(query, part, ordered.parts, asking)
  if (nodes === undefined) yield* answerTogether(ordered.query, ordered.parts, variables, asking)
  else yield* answerNodes(query, part, once(nodes), nodes.length, variables, asking)
}

/**
 * The nodes of a page; `undefined` where one of them has no name. A page that several queries have to ask for is begun anew as
 * the one that holds the same nodes in each.
 */
async function pageNodes(
  query: SelectQuery,
  part: QueryPart,
  [ordered = part]: readonly QueryPart[],
  asking: Asking,
): Promise<readonly string[] | undefined> {
  const isNamed = (node: string): boolean => asking.names(node) !== undefined
  const first = await listNodes(query, part, 0, asking)
  if (!first.nodes.every(isNamed)) return undefined
  if (first.isEnd) return first.nodes
  const nodes: string[] = []
  for await (const listed of nodesAfter(query, ordered, { nodes: 0, last: undefined }, asking)) {
    if (!listed.every(isNamed)) return undefined
    for (const node of listed) nodes.push(node)
  }
  return nodes
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

/**
 * The rows of parts by one query, as far as the endpoint gives its answer. Where that is cut, the part in which it was goes
 * on in batches of its nodes, and then comes one query for the parts after it.
 */
async function* answerTogether(
  query: SelectQuery,
  parts: readonly QueryPart[],
  variables: readonly string[],
  asking: Asking,
): AsyncGenerator<readonly Row[]> {
  let rest = parts
  let asked = query
  while (rest.length > 0) {
    const columns = rest.map(({ node }) => variables.indexOf(node))
    const cut = yield* nodeRows(asking.ask(orderByParts(asked, rest), variables), columns, asking)
    const part = rest[cut?.part ?? -1]
    if (cut === undefined || part === undefined) return
    // As many nodes as the answer held are likely to fill another one.
    const atFirst = Math.floor(cut.nodes / 2)
    yield* answerNodes(query, part, nodesAfter(query, part, cut, asking), atFirst, variables, asking)
    rest = rest.slice(cut.part + 1)
    asked = queryOfParts(query, rest, variables)
  }
}
