import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRemoteDatabase } from '../src/index.ts'
import { startServer } from '../test/command-line.ts'
import { httpConnection } from './http-connection.ts'
import type { RecordedRequest } from './recorded-requests.ts'

/** A question, and the requests that Espalier sends for it. */
export interface EndpointQuestion {
  readonly graphql: string
  readonly requests: readonly RecordedRequest[]
}

/** One way to an answer of an endpoint. */
export interface EndpointContender {
  readonly name: string
  ask(question: EndpointQuestion): Promise<string>
  close(): Promise<void>
}

/**
 * The endpoint itself: the same requests one after the other over one connection, their answers read and thrown away.
 * `change` makes other queries of those that are sent.
 */
export function direct(
  name: string,
  queryUrl: string,
  accept: string,
  change: (sparql: string) => string = (sparql) => sparql,
): EndpointContender {
  const connection = httpConnection(new URL(queryUrl).origin)
  const type = 'application/x-www-form-urlencoded'
  return {
    name,
    async ask({ requests }) {
      for (const { path, body } of requests) {
        const [where = '', query = ''] = path.split('?')
        const form = new URLSearchParams(body ?? query)
        form.set('query', change(form.get('query') ?? ''))
        const changed = form.toString()
        await connection.ask(
          body === undefined
            ? { path: `${where}?${changed}`, accept }
            : { path, accept, type, body: changed },
        )
      }
      return ''
    },
    close: async () => connection.close(),
  }
}

/** Espalier's programmatic API. */
export async function inProgram(
  name: string,
  queryUrl: string,
  isolation: 'none' | 'process',
): Promise<EndpointContender> {
  const database = await openRemoteDatabase(queryUrl, { isolation })
  return {
    name,
    async ask({ graphql }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of database.stream(graphql)) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    close: () => database.close(),
  }
}

/** Espalier's server, asked over HTTP. */
export async function throughServer(name: string, queryUrl: string): Promise<EndpointContender> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-remote-bench-'))
  const server = await startServer(home, ['--no-demo'])
  const connection = httpConnection(server.url)
  await connection.ask({
    path: '/admin/databases',
    type: 'application/json',
    body: JSON.stringify({ dbname: 'far', remote: { queryUrl } }),
  })
  return {
    name,
    ask: ({ graphql }) =>
      connection.ask({
        path: '/far/graphql',
        type: 'application/json',
        body: JSON.stringify({ query: graphql }),
      }),
    async close() {
      connection.close()
      await server.end('SIGTERM')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
