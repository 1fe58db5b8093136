import type { Quad } from '../src/rdf/term.ts'
import { iri, literal } from '../src/rdf/term.ts'
import { basicAuthorization } from './basic-authorization.ts'
import {
  addExchangeGrants,
  dataAudience,
  type ExchangePolicy,
  everybodyMay,
  exchangeClient,
  serviceClient,
} from './identity/exchange-grants.ts'
import { signInWithCode } from './identity/sign-in-with-code.ts'
import { audience, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { startTokenEndpoint, type TokenEndpoint } from './remote/token-endpoint.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

/** How tokens are exchanged. */
export type ExchangeKind = 'rfc8693' | 'on-behalf-of'

/** A server whose database `films` asks an endpoint as whoever asks, with tokens that an identity provider exchanges. */
export interface PassingServer extends AsyncDisposable {
  readonly server: TokenServer
  readonly provider: IdentityProvider
  readonly policy: ExchangePolicy
  readonly endpoint: TokenEndpoint
  /** The access token of somebody who signed in at the identity provider. */
  tokenOf(user: string): Promise<string>
}

/** Who there is at the identity provider, with the roles in their tokens. */
export const critics = {
  ann: { roles: ['critic'] },
  bob: { roles: ['critic'] },
  // Somebody whom the endpoint does not know.
  cyd: { roles: ['critic'] },
  lea: { roles: ['critic', 'lead'] },
}

const film = (name: string): string => `http://films.example/${name}`

/** A film, as data have it. */
export function filmQuads(name: string, type = 'Film', graph: string | null = null): readonly Quad[] {
  const subject = iri(film(name))
  const named = graph === null ? null : iri(graph)
  return [
    {
      subject,
      predicate: iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'),
      object: iri(film(type)),
      graph: named,
    },
    { subject, predicate: iri(film('title')), object: literal(name), graph: named },
  ]
}

/** The options of the database, for a kind of exchange. */
export function passingOptions(
  { queryUrl, updateUrl, graphStoreUrl }: TokenEndpoint,
  kind: ExchangeKind,
): Readonly<Record<string, unknown>> {
  return {
    'remote.query.url': queryUrl,
    'remote.update.url': updateUrl,
    'remote.graph.store.url': graphStoreUrl,
    'remote.union': 'default',
    'remote.pass.through': true,
    ...(kind === 'rfc8693'
      ? { 'remote.token.scope': 'films:read', 'remote.token.audience': dataAudience }
      : { 'remote.token.scope': `${dataAudience}/films.read` }),
  }
}

/** Starts all three; `graphs` is what the endpoint has for each user. */
export async function startPassingServer(
  kind: ExchangeKind,
  graphs: Readonly<Record<string, readonly Quad[]>>,
  options: Readonly<Record<string, unknown>> = {},
): Promise<PassingServer> {
  const stack = new AsyncDisposableStack()
  const policy = everybodyMay()
  const provider = stack.use(
    await startIdentityProvider({
      users: critics,
      clients: [exchangeClient, serviceClient],
      prepare: (made) => addExchangeGrants(made, policy),
    }),
  )
  const endpoint = stack.use(await startTokenEndpoint(provider.issuer, dataAudience, graphs))
  const server = stack.use(await startTokenServer({ jwtConf: passingConf(provider, kind) }))
  server.addRole('critic', ['read db:films', 'write db:films'])
  const databaseOptions = { ...passingOptions(endpoint, kind), ...options }
  await server.service.create('films', [], { databaseOptions })
  return {
    server,
    provider,
    policy,
    endpoint,
    tokenOf: async (user) => (await signInWithCode(provider, user)).accessToken,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The text of a `jwt.conf`; `secret` is that of the application that exchanges tokens. */
export function passingConf(
  { issuer, tokenEndpoint }: Pick<IdentityProvider, 'issuer' | 'tokenEndpoint'>,
  kind: ExchangeKind,
  secret?: string,
): string {
  const { client_id: clientId, client_secret: known } = kind === 'rfc8693' ? exchangeClient : serviceClient
  const exchange = {
    clientId,
    clientSecret: secret ?? known,
    ...(kind === 'rfc8693' && { type: 'rfc8693', tokenEndpoint }),
  }
  const trusted = { audience, autoCreateUsers: true, rolesClaimPath: 'roles', superuserGroup: 'lead' }
  // JSON is YAML.
  return JSON.stringify({ confVersion: '1.0', issuers: { [issuer]: { ...trusted, ...exchange } } })
}

/** What a request shows. */
export const bearer = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
})

/** What the administrator shows, who has a password. */
export const byPassword = { authorization: basicAuthorization('admin', 'admin') }

/** The answer to a request, as JSON where it is some. */
export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Sends a request. */
export async function send(
  server: { readonly url: string },
  path: string,
  headers: Readonly<Record<string, string>>,
  init: Omit<RequestInit, 'headers'> = {},
): Promise<Answered> {
  const answer = await fetch(new URL(path, server.url), { ...init, headers })
  const body = await answer.text()
  try {
    return { status: answer.status, body: JSON.parse(body) }
  } catch {
    return { status: answer.status, body }
  }
}

/** Asks for the titles of films by GraphQL. */
export function askTitles(
  server: { readonly url: string },
  headers: Readonly<Record<string, string>>,
  { type = 'Film', reasoning = false }: { readonly type?: string; readonly reasoning?: boolean } = {},
): Promise<Answered> {
  const query = `query @prefix(f: "http://films.example/") { f_${type}(orderBy: f_title, first: 10) { f_title } }`
  return send(
    server,
    '/films/graphql',
    { ...headers, 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify({ query, variables: { '@reasoning': reasoning } }) },
  )
}

/** The answer that has these titles. */
export const titled = (...titles: readonly string[]): Answered => ({
  status: 200,
  body: { data: titles.map((title) => ({ f_title: title })) },
})
