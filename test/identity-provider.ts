import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider, {
  type AllClientMetadata,
  type ClientMetadata,
  type Configuration,
  type JWK,
} from 'oidc-provider'
import { keptInMemory } from './identity/kept-in-memory.ts'
import { answerPage, pagePath } from './identity/pages.ts'

/** An identity provider (OpenID Connect, OAuth 2.0) on a free port of this machine, whose access tokens are signed JWTs. */
export interface IdentityProvider extends AsyncDisposable {
  /** What stands in `iss`. */
  readonly issuer: string
  /** What stands in `aud` where an application asks for nothing else. */
  readonly audience: string
  /** Where tokens are had. */
  readonly tokenEndpoint: string
  /** Paths that were asked for so far, with the methods before them. */
  readonly requests: readonly string[]
  /** Signs with a new key from now on; the former ones stay published where they are to be kept. */
  rotate(options?: { readonly keepFormer?: boolean }): Promise<void>
  /** Ends: nobody listens at its port. */
  stop(): Promise<void>
  /** Listens again at the same port, with the same keys. */
  start(): Promise<void>
}

/** What an identity provider is to be like. */
export interface IdentityProviderOptions {
  /** Its users, with the claims that their access tokens have beside `sub` and what is usual. */
  readonly users: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Path of the issuer: `''` unless it says otherwise, such as `/` or `/realms/garden`. */
  readonly path?: string
  /** Where the keys are, below the issuer; other than at the well-known place they are found by its metadata. */
  readonly jwks?: string
  /** Signs access tokens. */
  readonly algorithm?: 'RS256' | 'RS384' | 'RS512' | 'PS256'
  /** Applications beside {@link webClient}. */
  readonly clients?: readonly ClientMetadata[]
  /** Called with each provider that is made, after a change of keys too: for grants of one's own. */
  readonly prepare?: (provider: Provider) => void
}

/** The application that people sign in with: a public one, which has to use PKCE. */
export const webClient: ClientMetadata & { readonly redirect_uris: readonly [string] } = {
  client_id: 'garden-app',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  redirect_uris: ['http://127.0.0.1:7/signed-in'],
}

/** What the access tokens of {@link webClient} are for. */
export const audience = 'https://espalier.garden.example'

/** The scope by which an application may ask the service. */
export const queryScope = 'query'

/** Starts an identity provider. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { path = '' } = options
  const mount = path.replace(/\/$/u, '')
  const requests: string[] = []
  let keys: readonly JWK[] = [newKey()]
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  let server: Server | undefined = await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const { port } = address
  const issuer = `http://127.0.0.1:${port}${path}`
  const adapter = keptInMemory()
  const cookies = { keys: [randomUUID()] }
  makeProvider()

  async function listen(at: number): Promise<Server> {
    const made = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      answer(request, response)
    })
    made.listen(at, '127.0.0.1')
    await once(made, 'listening')
    return made
  }

  function makeProvider(): void {
    const provider = new Provider(issuer, { ...configuration(options), adapter, cookies, jwks: { keys } })
    options.prepare?.(provider)
    const users = new Set(Object.keys(options.users))
    const callback = provider.callback()
    answer = (request, response) => {
      const url = request.url ?? '/'
      if (url.startsWith(pagePath)) {
        answerPage(provider, users, request, response).catch((error: unknown) =>
          response.writeHead(400).end(String(error)),
        )
        return
      }
      if (!url.startsWith(`${mount}/`)) {
        response.writeHead(404).end()
        return
      }
      // The provider takes what comes before its own paths from the difference between these two.
      Object.assign(request, { originalUrl: url, url: url.slice(mount.length) })
      void callback(request, response)
    }
  }

  async function stop(): Promise<void> {
    const stopped = server
    server = undefined
    if (stopped === undefined) return
    const closed = once(stopped, 'close')
    stopped.close()
    stopped.closeAllConnections()
    await closed
  }

  return {
    issuer,
    audience,
    tokenEndpoint: `http://127.0.0.1:${port}${mount}/token`,
    requests,
    async rotate({ keepFormer = false } = {}) {
      keys = [newKey(), ...(keepFormer ? keys : [])]
      makeProvider()
    },
    stop,
    async start() {
      server ??= await listen(port)
    },
    [Symbol.asyncDispose]: stop,
  }
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), use: 'sig' }
}

function configuration({
  users,
  jwks = '/.well-known/jwks.json',
  algorithm = 'RS256',
  clients = [],
}: IdentityProviderOptions): Configuration {
  const claimsOf = (user: string): Readonly<Record<string, unknown>> => users[user] ?? {}
  return {
    clients: [webClient, ...clients].map((client): AllClientMetadata & { client_id: string } => ({
      ...client,
    })),
    routes: { jwks },
    interactions: { url: (_context, { uid }) => `${pagePath}${uid}` },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    findAccount: (_context, sub) =>
      Object.hasOwn(users, sub) ? { accountId: sub, claims: () => ({ sub }) } : undefined,
    extraTokenClaims: (_context, token) =>
      token.kind === 'AccessToken' ? { ...claimsOf(token.accountId) } : undefined,
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: queryScope,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
          jwt: { sign: { alg: algorithm } },
        }),
      },
    },
  }
}
