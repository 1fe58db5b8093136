import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request that was sent to an endpoint. */
export interface RecordedRequest {
  /** With the query, where it is in the URL. */
  readonly path: string
  /** A form; absent: the request is a GET. */
  readonly body?: string
}

/** Does work with a server that passes requests on to an endpoint; the requests since the work last called `begin`. */
export async function recordRequests(
  queryUrl: string,
  work: (url: string, begin: () => void) => Promise<void>,
): Promise<readonly RecordedRequest[]> {
  const { origin, pathname } = new URL(queryUrl)
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const { url: path = '/', headers } = request
    const body = await text(request)
    requests.push(body === '' ? { path } : { path, body })
    const answer = await fetch(origin + path, {
      headers: { accept: headers.accept ?? '*/*', 'content-type': headers['content-type'] ?? '' },
      ...(body !== '' && { method: 'POST', body }),
    })
    const bytes = await answer.bytes()
    const kept = ['content-type', 'server', 'x-sparql-maxrows']
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => kept.includes(name)).flat())
    response.end(bytes)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  try {
    await work(`http://127.0.0.1:${address.port}${pathname}`, () => requests.splice(0))
  } finally {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return requests
}
