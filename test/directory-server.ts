import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, SignJWT } from 'jose'
import { answerGroupsRequest, groupsPath } from './directory/answer-groups-request.ts'
import { answerTokenRequest } from './directory/answer-token-request.ts'
import {
  createTenant,
  type DirectoryTenant,
  issuerOf,
  type TenantOptions,
  tokenPathOf,
} from './directory/directory-tenant.ts'
import type { Refusal } from './directory/refusal.ts'
import { startLoopback } from './sparql-endpoint.ts'

/**
 * A tenant of Microsoft Entra on this machine, as far as its documentation tells: metadata and keys of its issuers, the token endpoint for
 * the on-behalf-of flow, and the directory API, which tells groups by pages.
 */
export interface DirectoryServer extends AsyncDisposable {
  readonly origin: string
  /** Name of the issuer of its tokens, of the second version. */
  readonly issuer: string
  /** Of the first version, whose metadata name an endpoint that takes no scopes. */
  readonly firstIssuer: string
  readonly tenant: DirectoryTenant
  /** Requests so far: method, path, and the body or the query. */
  readonly requests: readonly DirectoryRequest[]
  /** How often a path was asked for. */
  count(part: 'token' | 'groups' | 'metadata'): number
  /** A token by which a user asks the service. */
  tokenOf(user: string, options?: UserTokenOptions): Promise<string>
  /** From now on a part of it answers otherwise; as ever again where there is nothing. */
  answer(part: 'token' | 'groups' | 'metadata', otherwise: Otherwise | undefined): void
  /** Ends: nobody listens at its port. */
  stop(): Promise<void>
  /** Listens again at the same port. */
  start(): Promise<void>
}

/** A request as it came. */
export interface DirectoryRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** An answer in place of the usual one. */
export type Otherwise =
  | (Refusal & { readonly headers?: Readonly<Record<string, string>> })
  | ((request: DirectoryRequest) => Refusal | undefined)
  | 'hang up'

/** What a token of a user is like. */
export interface UserTokenOptions {
  readonly version?: 1 | 2
  readonly audience?: string
  /** Seconds from now. */
  readonly lifetime?: number
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Starts it on a port that is free. */
export async function startDirectoryServer(options: TenantOptions = {}): Promise<DirectoryServer> {
  let tenant: DirectoryTenant | undefined
  const requests: DirectoryRequest[] = []
  const otherwise = new Map<string, Otherwise>()
  let running = await startLoopback(listen)
  const { origin } = running
  const made = createTenant(origin, options)
  tenant = made
  const jwk = { ...(await exportJWK(made.key.publicKey)), kid: made.key.id, use: 'sig' }

  async function listen(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = incoming
    const request = { method, url: new URL(incoming.url ?? '/', origin), headers, body: await text(incoming) }
    requests.push(request)
    const other = otherwise.get(partOf(request))
    if (other === 'hang up') return void response.destroy()
    const replaced = typeof other === 'function' ? other(request) : other
    const { status, body, ...more } = replaced ?? (await usual(request))
    response.writeHead(status, { 'content-type': 'application/json', ...Object(more).headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  async function usual(request: DirectoryRequest): Promise<Refusal> {
    if (tenant === undefined) throw new Error('Not started')
    const { method, url, headers, body } = request
    switch (`${method} ${url.pathname.replace(`/${tenant.name}/`, '/')}`) {
      case 'GET /v2.0/.well-known/openid-configuration':
        return { status: 200, body: metadata(tenant, 2) }
      case 'GET /.well-known/openid-configuration':
        return { status: 200, body: metadata(tenant, 1) }
      case 'GET /discovery/keys':
        return { status: 200, body: { keys: [jwk] } }
      case 'POST /oauth2/v2.0/token':
        return answerTokenRequest(tenant, headers['content-type'], body)
      case `GET ${groupsPath}`:
        return answerGroupsRequest(tenant, url, headers)
      default:
        return { status: 404, body: '<html>Not found</html>' }
    }
  }

  return {
    origin,
    issuer: issuerOf(made),
    firstIssuer: issuerOf(made, 1),
    tenant: made,
    requests,
    count: (part) => requests.filter((request) => partOf(request) === part).length,
    tokenOf(user, { version = 2, audience, lifetime = 3600, claims = {} } = {}) {
      const { clientId } = made.application
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ ver: `${version}.0`, scp: 'query', preferred_username: user, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: made.key.id })
        .setIssuer(issuerOf(made, version))
        .setAudience(audience ?? (version === 1 ? `api://${clientId}` : clientId))
        .setSubject(user)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + lifetime)
        .sign(made.key.privateKey)
    },
    answer(part, other) {
      if (other === undefined) otherwise.delete(part)
      else otherwise.set(part, other)
    },
    stop: () => running.close(),
    async start() {
      running = await startLoopback(listen, Number(new URL(origin).port))
    },
    [Symbol.asyncDispose]: () => running.close(),
  }
}

function partOf({ url }: DirectoryRequest): 'token' | 'groups' | 'metadata' | 'other' {
  if (url.pathname === groupsPath) return 'groups'
  if (url.pathname.endsWith('/token')) return 'token'
  return url.pathname.endsWith('/openid-configuration') ? 'metadata' : 'other'
}

function metadata(tenant: DirectoryTenant, version: 1 | 2): unknown {
  const { origin, name } = tenant
  return {
    issuer: issuerOf(tenant, version),
    token_endpoint: version === 1 ? `${origin}/${name}/oauth2/token` : origin + tokenPathOf(tenant),
    jwks_uri: `${origin}/${name}/discovery/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
  }
}
