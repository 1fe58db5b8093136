import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Quad } from '../../src/rdf/term.ts'
import { startLoopback } from '../sparql-endpoint.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

/** A request to such an endpoint. */
export interface CheckedRequest {
  /** Of whom the token is; absent where there is none, or it does not hold. */
  readonly user?: string
  readonly authorization: string
  readonly status: number
}

/** A SPARQL endpoint that asks for access tokens of an identity provider, and has other graphs for each user. */
export interface TokenEndpoint extends AsyncDisposable {
  readonly queryUrl: string
  readonly updateUrl: string
  readonly graphStoreUrl: string
  /** What was asked so far, in the order of the answers. */
  readonly requests: readonly CheckedRequest[]
  /** Most requests that were being answered at once. */
  readonly mostAtOnce: () => number
  /** What the endpoint holds of a user. */
  quads(user: string): readonly Quad[]
  /** What comes before an answer, or is one: it is told of whom the token is. Tests change it as they go. */
  before: (user: string | undefined, request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Starts an endpoint that takes tokens of an issuer for an audience; users it has no graphs of are refused. */
export async function startTokenEndpoint(
  issuer: string,
  audience: string,
  graphs: Readonly<Record<string, readonly Quad[]>>,
): Promise<TokenEndpoint> {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  const stores = new Map<string, OxigraphEndpoint>()
  for (const [user, quads] of Object.entries(graphs))
    stores.set(user, await startOxigraphEndpoint(quads, { union: true, server: 'Films/1.0' }))
  const requests: CheckedRequest[] = []
  let atOnce = 0
  let mostAtOnce = 0

  async function userOf(authorization: string): Promise<string | undefined> {
    const [, token] = /^Bearer (\S+)$/u.exec(authorization) ?? []
    if (token === undefined) return undefined
    const checked = await jwtVerify(token, keys, { issuer, audience }).catch(() => undefined)
    return checked?.payload.sub
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '' } = request.headers
    const user = await userOf(authorization)
    response.once('close', () =>
      requests.push({ ...(user !== undefined && { user }), authorization, status: response.statusCode }),
    )
    await endpoint.before(user, request, response)
    if (response.headersSent) return
    if (user === undefined) {
      response.writeHead(401, { 'www-authenticate': 'Bearer', server: 'Films/1.0' }).end('Who asks?')
      return
    }
    const store = stores.get(user)
    if (store === undefined) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('You are no film critic.')
      return
    }
    const body = await text(request)
    const { host: _, connection: __, te: ___, authorization: ____, ...headers } = request.headers
    const asked = await fetch(new URL(request.url ?? '/', store.queryUrl), {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body !== '' && { body }),
    })
    response.writeHead(asked.status, Object.fromEntries(asked.headers))
    response.end(Buffer.from(await asked.arrayBuffer()))
  }

  const server = await startLoopback((request, response) => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    response.once('close', () => {
      atOnce -= 1
    })
    answer(request, response).catch((error: unknown) => response.destroy(new Error(String(error))))
  })

  const endpoint: TokenEndpoint = {
    queryUrl: `${server.origin}/query`,
    updateUrl: `${server.origin}/update`,
    graphStoreUrl: `${server.origin}/store`,
    requests,
    mostAtOnce: () => mostAtOnce,
    quads: (user) => stores.get(user)?.quads() ?? [],
    before: async () => {},
    async [Symbol.asyncDispose]() {
      await server.close()
      await Promise.all([...stores.values()].map((store) => store.close()))
    },
  }
  return endpoint
}
