import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A database asked over HTTP, on a connection of its own. */
export interface Asked {
  /** Destroying it hangs up. */
  readonly request: ClientRequest
  /** The head of the answer. */
  readonly answer: Promise<IncomingMessage>
}

/** Sends a query; nothing of its answer is read yet. */
export function ask(url: string, database: string, query: string, timeout?: string): Asked {
  const target = new URL(`${url}/${database}/graphql`)
  target.searchParams.set('query', query)
  if (timeout !== undefined) target.searchParams.set('timeout', timeout)
  const request = httpRequest(target, { agent: false })
  const answer = once(request, 'response').then(([response]: IncomingMessage[]) => {
    if (response === undefined) throw new Error('There is no answer.')
    response.on('error', () => {})
    return response
  })
  answer.catch(() => {})
  request.on('error', () => {})
  request.end()
  return { request, answer }
}

/** Asks, and reads the whole answer. */
export async function answerOf(
  url: string,
  database: string,
  query: string,
  timeout?: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const answer = await ask(url, database, query, timeout).answer
  return { status: answer.statusCode, body: await text(answer) }
}

/** Makes a database of a Turtle text. */
export async function createDatabase(url: string, name: string, turtle: string): Promise<void> {
  const body = new FormData()
  body.set('root', new Blob([JSON.stringify({ dbname: name })]), 'root')
  body.set('data.ttl', new Blob([turtle]), 'data.ttl')
  const answer = await fetch(`${url}/admin/databases`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(await answer.text())
}
