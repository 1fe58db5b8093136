import { type SelectQuery, union } from '../../../sparql/algebra.ts'
import { inScope } from '../../../sparql/scope.ts'
import type { QueryPart } from '../../store.ts'
import { partComparators } from './order-parts.ts'
import type { QueryInParts } from './settled-pages.ts'

/** One step after the other by which the parts of a query are asked. */
export type Stage =
  /** Parts that one query asks for. */
  | { readonly kind: 'together'; readonly parts: readonly QueryPart[]; readonly query: SelectQuery }
  /** A part that shows so many nodes at most: first these are asked for, then what is shown of them. */
  | { readonly kind: 'page'; readonly part: QueryPart; readonly query: SelectQuery }

/**
 * The stages of a query: one where no part has a page. Engines evaluate what hangs on nodes for all of them before they
 * join a page to it, so that pages are asked for by themselves. One query asks for no more parts than it can order.
 */
export function stagesOf({ query, parts }: QueryInParts, variables: readonly string[]): readonly Stage[] {
  if (!parts.some(isPaged) && keysOf(parts) <= mostKeys)
    return parts.length === 0 ? [] : [{ kind: 'together', parts, query }]
  const stages: Stage[] = []
  let together: QueryPart[] = []
  const flush = (): void => {
    if (together.length > 0)
      stages.push({ kind: 'together', parts: together, query: queryOfParts(query, together, variables) })
    together = []
  }
  for (const part of parts) {
    if (isPaged(part)) {
      flush()
      stages.push({ kind: 'page', part, query: queryOfParts(query, [part], variables) })
    } else {
      if (keysOf([...together, part]) > mostKeys) flush()
      together.push(part)
    }
  }
  flush()
  return stages
}

/** Keys that engines order by at most: Virtuoso has 20. */
const mostKeys = 20

function keysOf(parts: readonly QueryPart[]): number {
  return partComparators(parts).length
}

function isPaged({ page }: QueryPart): boolean {
  return page?.limit !== undefined
}

/** The query of some of the parts of a query. */
export function queryOfParts(
  query: SelectQuery,
  parts: readonly QueryPart[],
  variables: readonly string[],
): SelectQuery {
  const operand = union(parts.map(({ operation }) => operation))
  const bound = inScope(operand)
  return {
    ...query,
    operation: { kind: 'project', operand, variables: variables.filter((name) => bound.has(name)) },
  }
}
