import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type LoopbackServer, startLoopback } from '../sparql-endpoint.ts'

/** An endpoint that begins no answer, or breaks off in the midst of one, and tells what becomes of its connections. */
export interface StallingEndpoint extends LoopbackServer {
  /** The next query that it gets. */
  asked(): Promise<StalledQuery>
}

/** A query whose asker waits. */
export interface StalledQuery {
  /** The request as it came: the query, encoded or not. */
  readonly query: string
  /** Settles when the asker has closed the connection. */
  readonly hungUp: Promise<void>
  /** Answers with no solutions. */
  answer(): void
}

const noSolutions = '{"head":{"vars":[]},"results":{"bindings":[]}}'

/** Starts one; `begin` writes what it answers before it stalls. */
export async function startStallingEndpoint(
  begin: (response: ServerResponse) => void = () => {},
): Promise<StallingEndpoint> {
  const queries: StalledQuery[] = []
  const waiting: ((query: StalledQuery) => void)[] = []
  const server = await startLoopback(async (request, response) => {
    const body = await text(request)
    const hungUp = new Promise<void>((resolve) => response.once('close', resolve))
    begin(response)
    const query = {
      query: body === '' ? (request.url ?? '') : body,
      hungUp,
      answer: () =>
        void response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(noSolutions),
    }
    const next = waiting.shift()
    if (next === undefined) queries.push(query)
    else next(query)
  })
  return {
    ...server,
    async asked() {
      return queries.shift() ?? new Promise((resolve) => waiting.push(resolve))
    },
  }
}
