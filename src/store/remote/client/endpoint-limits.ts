/** The headers of an answer, or what follows its body, by name in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The text of a header; empty where there is none. */
export function headerOf(headers: Headers, name: string): string {
  return String(headers[name] ?? '')
}

/** The rows that an endpoint says it sends at most of this answer. */
export function announcedRows(headers: Headers): number | undefined {
  // Virtuoso tells of its limit (ResultSetMaxRows) where it is in force.
  const text = headerOf(headers, 'x-sparql-maxrows')
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Why an answer that claims success is not whole, as its head tells; `undefined` where it does not. */
export function partialAnswer(status: number, headers: Headers): string | undefined {
  // Virtuoso answers "anytime" queries with what it has found when its time is up: by itself (MaxQueryExecutionTime,
  // ExecutionTimeout of virtuoso.ini), with this SQL state, in newer versions with this status (HTTPAnytimeStatus).
  const state = headerOf(headers, 'x-sql-state')
  if (state === 'S1TAT') {
    return 'its time limit for a query (of Virtuoso: MaxQueryExecutionTime) was reached, and its answer is not whole'
  }
  if (state !== '')
    return `it reports the SQL state ${JSON.stringify(state.slice(0, 20))}, so its answer is not whole`
  // RFC 9110, 15.3.7: no part of anything was asked for.
  if (status === 206) return 'it answered with a part only (status 206), probably at a time limit'
  return undefined
}

/** Why an answer is not whole, as what follows its body tells; `undefined` where it does not. */
export function partialByTrailers(trailers: Headers): string | undefined {
  // Neptune has told of success with the head, and tells here what happened after that.
  const status = headerOf(trailers, 'x-neptune-status')
  if (status === '' || status.startsWith('2')) return undefined
  return tellsOfTimeLimit(status)
    ? 'its time limit for a query (of Neptune: neptune_query_timeout) was reached in the middle of its answer'
    : `it failed in the middle of its answer (${JSON.stringify(status.slice(0, 60))})`
}

/**
 * Words of the engines: Virtuoso's estimate (MaxQueryCostEstimationTime) and transactions, Fuseki and QLever, GraphDB and RDF4J,
 * Stardog, Neptune, Blazegraph, Espalier.
 */
const wordsOfTimeLimits =
  /estimated execution time .{0,60}exceeds|timed out|took too long|exceeded query timeout|TimeLimitExceeded|deadline exceeded|TimeoutException|ended at its time limit/i

/** Whether the words of a failure are those of a time limit. The first only: engines repeat the query behind them. */
export function tellsOfTimeLimit(text: string): boolean {
  return wordsOfTimeLimits.test(text.slice(0, 600))
}
