import type { SelectQuery } from '../../../sparql/algebra.ts'
import type { Row } from '../../../sparql/results/row.ts'
import type { EndpointClient, ExchangeOptions } from '../endpoint-client.ts'
import type { NodeNames } from './node-name.ts'
import { createRelabeller } from './relabel-rows.ts'
import { rowAfter } from './row-after.ts'
import type { RowLimit } from './row-limit.ts'

/** What a query is asked with. */
export interface Exchange {
  readonly client: EndpointClient
  /** A query as the endpoint is sent it. */
  readonly text: (query: SelectQuery) => string
  readonly limit: RowLimit
  readonly names: NodeNames
  readonly options: ExchangeOptions
}

/** Asks queries whose rows make one answer together. */
export interface Asking {
  /** What errors call the endpoint. */
  readonly label: string
  readonly names: NodeNames
  /** Whether a blank node has the same label in each answer, and a place in the order of nodes. */
  readonly isBlankNamed: boolean
  /** Rows beyond which the endpoint is known to cut an answer. */
  mostRows(): number | undefined
  /** Asks a query; a row has a cell for each of `variables`. */
  ask(query: SelectQuery, variables: readonly string[]): AskedRows
}

/** The rows that an endpoint gives of an answer. */
export interface AskedRows {
  readonly batches: AsyncIterable<readonly Row[]>
  /** At their end: after how many the endpoint has cut them, if it has. */
  cutAfter(): number | undefined
}

/** Begins an answer: labels of blank nodes, which are those of one response, are kept apart in it. */
export function beginAsking({ client, text, limit, names, options }: Exchange): Asking {
  const isBlankNamed = names('_') !== undefined
  /** Rows of the longest response so far: what is shorter was not cut by the same limit. */
  let longest = 0
  const relabel = isBlankNamed ? () => (rows: readonly Row[]) => rows : createRelabeller()
  return {
    label: client.label,
    names,
    isBlankNamed,
    mostRows: limit.known,
    ask(query, variables) {
      const renamed = relabel()
      let cut: number | undefined
      return { batches: batches(), cutAfter: () => cut }

      async function* batches(): AsyncGenerator<readonly Row[]> {
        const answer = await client.select(text(withLimit(query, limit.known())), variables, options)
        let count = 0
        for await (const batch of answer.batches) {
          count += batch.length
          if (batch.length > 0) yield renamed(batch)
        }
        const offset = offsetOf(query)
        const isShorter = count + offset < longest && count !== answer.announcedLimit
        longest = Math.max(longest, count)
        if (isShorter) return
        const suspected =
          count === 0 && isOpen(query) && offset > 0
            ? offset
            : limit.suspected(count, answer.announcedLimit, offset)
        if (suspected === undefined || !(await hasMore(query, variables, count))) return
        limit.found(suspected)
        cut = suspected
      }
    },
  }

  async function hasMore(query: SelectQuery, variables: readonly string[], count: number): Promise<boolean> {
    const next = rowAfter(query, count)
    if (next === undefined) return false
    const { batches } = await client.select(text(next), variables, options)
    for await (const batch of batches) if (batch.length > 0) return true
    return false
  }
}

function offsetOf({ operation }: SelectQuery): number {
  return operation.kind === 'slice' ? operation.offset : 0
}

/** Whether a query wants all solutions after its offset. */
function isOpen({ operation }: SelectQuery): boolean {
  return operation.kind !== 'slice' || operation.limit === undefined
}

/** Endpoints that cut answers count the solutions before an OFFSET too, where no LIMIT is given. */
function withLimit(query: SelectQuery, limit: number | undefined): SelectQuery {
  const { operation } = query
  if (limit === undefined || operation.kind !== 'slice' || !isOpen(query)) return query
  return { ...query, operation: { ...operation, limit } }
}
