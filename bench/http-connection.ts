import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request: POST where it has a body. */
export interface Question {
  readonly path: string
  readonly body?: string
  readonly type?: string
  /** Media types of the answer; JSON unless given. */
  readonly accept?: string
}

/** One connection to a server, which is kept. */
export interface HttpConnection {
  /** The body of the answer. Throws where its status is not 2xx. */
  ask(question: Question): Promise<string>
  close(): void
}

/** A connection that is made with the first request. @param authorization is sent with each */
export function httpConnection(url: string, authorization?: string): HttpConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async ask({ path, body, type, accept = 'application/json' }) {
      const request = httpRequest(url + path, {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept,
          ...(type !== undefined && { 'content-type': type }),
          ...(authorization !== undefined && { authorization }),
        },
      })
      request.end(body)
      const [response]: IncomingMessage[] = await once(request, 'response')
      if (response === undefined) throw new Error('There is no answer.')
      const answer = await text(response)
      if ((response.statusCode ?? 500) >= 300) throw new Error(`${response.statusCode}: ${answer}`)
      return answer
    },
    close: () => agent.destroy(),
  }
}
