import type { Quad } from '../../rdf/term.ts'
import type { Row } from '../../sparql/results/row.ts'

/** How a request to an endpoint is made. */
export interface ExchangeOptions {
  /** Aborts the request and its connection; the reason of it is thrown. */
  readonly signal?: AbortSignal | undefined
}

/** How the triples of a graph are sent. */
export interface GraphOptions extends ExchangeOptions {
  /** Bytes of the body, where known: there are endpoints that take none without, and say that they did. */
  readonly length?: number
}

/** The solutions of a query as they come; a reader that stops early ends the connection. */
export interface EndpointRows {
  /**
   * Rows in batches of bounded size, a cell for each of the variables asked for: the key of a term (`termKey`), or `null`
   * where unbound. Fails where the answer does not come to its proper end.
   */
  readonly batches: AsyncIterable<readonly Row[]>
  /** The most rows that the endpoint announces to send of this answer; absent: it announces nothing. */
  readonly announcedLimit?: number
}

/** What an endpoint says of itself. */
export interface EndpointHealth {
  /** Its engine and version, as its header `Server` tells them; absent: it does not. */
  readonly server?: string
  /** Milliseconds until it had answered the smallest query. */
  readonly latencyMilliseconds: number
}

/**
 * Asks one endpoint, over connections that are kept. Errors name the database and the host of the endpoint, never
 * credentials. Requests that only read are repeated, with a pause, where the endpoint is busy or the connection breaks
 * before the first byte of its answer.
 *
 * Every method throws ServiceError `remoteFailed` where the endpoint fails, `remoteUnavailable` at once where it was found
 * to be down a moment ago, `limitExceeded` where an answer is too large, and the reason of the signal; where it is told of whoever
 * asks, `forbidden` where there is no token for them, or the endpoint does not allow it to them.
 */
export interface EndpointClient {
  /** What errors call it: the database, and the host of the endpoint. */
  readonly label: string
  /** Settles when the head of the answer is there. `variables` say what a row has, and in which order. */
  select(sparql: string, variables: readonly string[], options?: ExchangeOptions): Promise<EndpointRows>
  ask(sparql: string, options?: ExchangeOptions): Promise<boolean>
  /** The triples of CONSTRUCT or DESCRIBE, as the endpoint repeats them. */
  graph(sparql: string, options?: ExchangeOptions): AsyncIterable<readonly Quad[]>
  /** Carries out a request of SPARQL Update. @throws ServiceError `unsupported` where there is no URL for it */
  update(sparql: string, options?: ExchangeOptions): Promise<void>
  /**
   * Replaces (`PUT`) or extends (`POST`) a graph of the Graph Store Protocol by N-Triples, or removes it; `null` is the
   * default graph. @throws ServiceError `unsupported` where there is no URL for it
   */
  graphStore(
    method: 'PUT' | 'POST' | 'DELETE',
    graph: string | null,
    body?: AsyncIterable<Uint8Array>,
    options?: GraphOptions,
  ): Promise<void>
  /** Asks the smallest query. */
  health(options?: ExchangeOptions): Promise<EndpointHealth>
  /** Ends its connections, where they are not those of other clients too. */
  close(): Promise<void>
}
