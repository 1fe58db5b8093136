import { createPrivateKey, X509Certificate } from 'node:crypto'
import { ConfidentialClientApplication, type INetworkModule } from '@azure/msal-node'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applicationId, tokenPathOf } from '../../../test/directory/directory-tenant.ts'
import { type DirectoryServer, startDirectoryServer } from '../../../test/directory-server.ts'
import { type MadeCertificate, makeCertificate } from '../../../test/server-certificates.ts'
import type { ClientProof, OnBehalfOfSettings } from '../settings/token-settings.ts'
import { createOnBehalfOf, type OnBehalfOf } from './create-on-behalf-of.ts'

const secret = 'clover & daisy=%+ü'
let server: DirectoryServer | undefined
let made: MadeCertificate
let proof: ClientProof

beforeAll(async () => {
  made = await makeCertificate({ bits: 2048 })
  const certificate = new X509Certificate(made.certificate).raw
  proof = { kind: 'certificate', key: createPrivateKey(made.key), certificate }
})
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  server = undefined
})

async function start(options: Parameters<typeof startDirectoryServer>[0] = {}): Promise<DirectoryServer> {
  server = await startDirectoryServer({ groups: { ann: [] }, ...options })
  return server
}

const withSecret = { application: { secret } }
const withCertificate = () => ({ application: { certificate: new X509Certificate(made.certificate) } })

function onBehalfOf(
  { origin, issuer, firstIssuer }: DirectoryServer,
  more: Partial<OnBehalfOfSettings> = {},
  now?: () => number,
): OnBehalfOf {
  const settings = {
    onBehalfOf: {
      clientId: applicationId,
      proof: { kind: 'secret', secret },
      graphPermission: 'Directory.Read.All',
      graphEndpoint: origin,
      ...more,
    },
  } as const
  const issuers = new Map([issuer, firstIssuer].map((name) => [name, settings]))
  return createOnBehalfOf({ issuers, ...(now && { now }) })
}

async function ask(
  started: DirectoryServer,
  asking: OnBehalfOf,
  options: Parameters<DirectoryServer['tokenOf']>[1] = {},
) {
  const text = await started.tokenOf('ann', options)
  const issuer = options.version === 1 ? started.firstIssuer : started.issuer
  const scope = `${started.origin}/Directory.Read.All`
  const outcome = await asking.request({ issuer, text, expires: Date.now() / 1000 + 3600 }, scope)
  const told = outcome.kind === 'token' ? '' : outcome.reason
  for (const secretText of [text, secret, text.split('.')[2] ?? '']) expect(told).not.toContain(secretText)
  return outcome
}

describe('a token on behalf of a user', () => {
  it('is had by a secret', async () => {
    const started = await start(withSecret)
    const outcome = await ask(started, onBehalfOf(started))
    expect(outcome).toMatchObject({ kind: 'token' })
    if (outcome.kind !== 'token') return
    expect(decodeJwt(outcome.token)).toMatchObject({
      sub: 'ann',
      aud: started.origin,
      scp: 'Directory.Read.All',
    })
    expect(Math.abs(outcome.expires - Date.now() / 1000 - 3600)).toBeLessThan(60)
  })

  it('is had by a certificate, with another assertion each time', async () => {
    const started = await start(withCertificate())
    const asking = onBehalfOf(started, { proof })
    for (let count = 0; count < 3; count += 1) {
      expect(await ask(started, asking)).toMatchObject({ kind: 'token' })
    }
    expect(started.tenant.shown.size).toBe(3)
  })

  it.each([1, 2] as const)(
    'is had where metadata of version %s say, which are looked at once an hour',
    async (version) => {
      const started = await start(withSecret)
      let time = Date.now()
      const asking = onBehalfOf(started, {}, () => time)
      await Promise.all([1, 2, 3].map(() => ask(started, asking, { version })))
      expect(await ask(started, asking, { version })).toMatchObject({ kind: 'token' })
      expect(started.count('metadata')).toBe(1)
      const path = version === 1 ? '' : '/v2.0'
      expect(started.requests[0]?.url.pathname).toBe(
        `/${started.tenant.name}${path}/.well-known/openid-configuration`,
      )
      time += 3_600_000
      await ask(started, asking, { version })
      expect(started.count('metadata')).toBe(2)
    },
  )

  it('is had where the settings say, without metadata', async () => {
    const started = await start(withCertificate())
    const tokenEndpoint = started.origin + tokenPathOf(started.tenant)
    expect(await ask(started, onBehalfOf(started, { proof, tokenEndpoint }))).toMatchObject({ kind: 'token' })
    expect(started.count('metadata')).toBe(0)
  })
})

describe('no token on behalf of a user', () => {
  it.each<[string, Parameters<DirectoryServer['tokenOf']>[1], string, string]>([
    ['an expired token', { lifetime: -10 }, 'invalid_grant', 'AADSTS500133'],
    ['a token for somebody else', { audience: 'another' }, 'invalid_grant', 'AADSTS50013'],
    [
      'a user without a second factor',
      { claims: { second_factor: false } },
      'interaction_required',
      'AADSTS50079',
    ],
  ])('is given for %s', async (_, options, error, code) => {
    const started = await start(withSecret)
    expect(await ask(started, onBehalfOf(started), options)).toEqual({
      kind: 'refused',
      error,
      reason: expect.stringContaining(`, ${error}: ${code}`),
    })
  })

  it('is given for a token that was changed, or of another issuer', async () => {
    const started = await start(withSecret)
    const asking = onBehalfOf(started)
    const { issuer, origin } = started
    const token = { issuer, text: 'eyJ.eyJ.sig', expires: Date.now() }
    const scope = `${origin}/Directory.Read.All`
    expect(await asking.request(token, scope)).toMatchObject({ kind: 'refused', error: 'invalid_grant' })
    expect(await asking.request({ ...token, issuer: 'https://elsewhere' }, scope)).toEqual({
      kind: 'misconfigured',
      error: 'no_credentials',
      reason: 'The settings have no credentials of this service at https://elsewhere.',
    })
  })

  it.each<[string, Partial<OnBehalfOfSettings>, string]>([
    ['a wrong secret', { proof: { kind: 'secret', secret: 'wrong-secret' } }, 'invalid_client'],
    ['another client', { clientId: 'another' }, 'unauthorized_client'],
  ])('is given to %s', async (_, settings, error) => {
    const started = await start(withSecret)
    expect(await ask(started, onBehalfOf(started, settings))).toMatchObject({ kind: 'misconfigured', error })
  })

  it('is given to the key of another certificate', async () => {
    const other = await makeCertificate({ bits: 2048 })
    const certificate = new X509Certificate(other.certificate).raw
    const started = await start(withCertificate())
    for (const shown of [certificate, new X509Certificate(made.certificate).raw]) {
      const key = createPrivateKey(other.key)
      const asking = onBehalfOf(started, { proof: { kind: 'certificate', key, certificate: shown } })
      expect(await ask(started, asking)).toMatchObject({ kind: 'misconfigured', error: 'invalid_client' })
    }
  })

  it('is given for a scope that there is not, or that nobody consented to', async () => {
    const started = await start(withSecret)
    const asking = onBehalfOf(started)
    const text = await started.tokenOf('ann')
    const token = { issuer: started.issuer, text, expires: 0 }
    expect(await asking.request(token, 'nothing')).toMatchObject({
      kind: 'misconfigured',
      error: 'invalid_scope',
    })
    expect(await asking.request(token, `${started.origin}/Group.Read.All`)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('AADSTS65001'),
    })
  })

  it('can be had while the server is down, and can again after', async () => {
    const started = await start(withSecret)
    const asking = onBehalfOf(started)
    await started.stop()
    expect(await ask(started, asking)).toEqual({
      kind: 'unavailable',
      isForAll: true,
      reason: `${started.issuer}/.well-known/openid-configuration cannot be reached (ECONNREFUSED).`,
    })
    await started.start()
    expect(await ask(started, asking)).toMatchObject({ kind: 'token' })
    await started.stop()
    expect(await ask(started, asking)).toMatchObject({
      kind: 'unavailable',
      reason: 'The token endpoint cannot be reached (ECONNREFUSED).',
    })
    await started.start()
    started.answer('token', { status: 429, body: '', headers: { 'retry-after': '30' } })
    expect(await ask(started, asking)).toMatchObject({ kind: 'unavailable', retryAfter: 30 })
    // Whoever could make the issuer lead elsewhere would get the token and the secret.
    started.answer('token', { status: 307, body: '', headers: { location: `${started.origin}/elsewhere` } })
    expect(await ask(started, asking)).toMatchObject({ kind: 'unavailable' })
    expect(started.requests.some(({ url }) => url.pathname === '/elsewhere')).toBe(false)
  })

  it.each<[string, unknown, string]>([
    [
      'of another issuer',
      { issuer: 'https://elsewhere.example', token_endpoint: 'https://elsewhere.example/token' },
      'is not of this issuer',
    ],
    ['without an endpoint', {}, 'have no "token_endpoint" that is secure'],
    [
      'with one that is not secure',
      { token_endpoint: 'http://example.org/token' },
      'have no "token_endpoint" that is secure',
    ],
    ['that are none', '<html>', 'is not of this issuer'],
  ])('can be had by metadata %s', async (_, body, reason) => {
    const started = await start(withSecret)
    const named = typeof body === 'object' ? { issuer: started.issuer, ...body } : body
    started.answer('metadata', { status: 200, body: named })
    const outcome = await ask(started, onBehalfOf(started))
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining(reason) })
    expect(started.count('token')).toBe(0)
  })

  it.each([
    ['the token', 'assertion', 'secret'],
    ['its secret', 'client_secret', 'secret'],
    ['its assertion', 'client_assertion', 'certificate'],
  ])('tells %s, even where the issuer does', async (_, field, kind) => {
    const started = await start(kind === 'secret' ? withSecret : withCertificate())
    let described = ''
    started.answer('token', ({ body }) => {
      described = new URLSearchParams(body).get(field) ?? ''
      return { status: 400, body: { error: 'invalid_client', error_description: `Not good: ${described}` } }
    })
    expect(await ask(started, onBehalfOf(started, kind === 'secret' ? {} : { proof }))).toEqual({
      kind: 'misconfigured',
      error: 'invalid_client',
      reason: 'The token endpoint answers with status 400, invalid_client.',
    })
    expect(described).not.toBe('')
  })
})

/** The body of the request that Microsoft's own library sends. */
async function bodyOfLibrary(
  auth: { clientSecret: string } | { clientCertificate: { thumbprintSha256: string; privateKey: string } },
  assertion: string,
  scope: string,
): Promise<{ body: URLSearchParams; url: string; headers: Headers }> {
  const authority = 'https://login.microsoftonline.com/5ad1f7b2-0c7e-4d5f-9a57-1f0e6c1b7e11'
  const sent: { body: URLSearchParams; url: string; headers: Headers }[] = []
  const networkClient: INetworkModule = {
    sendGetRequestAsync: () => Promise.reject(new Error('Nothing is looked up.')),
    sendPostRequestAsync(url, options) {
      sent.push({ url, body: new URLSearchParams(options?.body), headers: new Headers(options?.headers) })
      return Promise.reject(new Error('Nothing is answered.'))
    },
  }
  const client = new ConfidentialClientApplication({
    auth: {
      clientId: applicationId,
      authority,
      authorityMetadata: JSON.stringify({
        authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
        token_endpoint: `${authority}/oauth2/v2.0/token`,
        issuer: `${authority}/v2.0`,
        jwks_uri: `${authority}/discovery/v2.0/keys`,
      }),
      ...auth,
    },
    system: { networkClient },
  })
  await client.acquireTokenOnBehalfOf({ oboAssertion: assertion, scopes: [scope] }).catch(() => undefined)
  const [first] = sent
  if (first === undefined) throw new Error('Nothing was sent.')
  return first
}

describe("beside the request of Microsoft's library", () => {
  /** What it sends beside: whom Microsoft counts, and an account for its cache. */
  const counted = [
    'client_info',
    'client-request-id',
    'x-client-SKU',
    'x-client-VER',
    'x-client-OS',
    'x-client-CPU',
    'x-ms-lib-capability',
  ]

  /** Both requests, for the same input. */
  async function both(kind: 'secret' | 'certificate') {
    const started = await start(kind === 'secret' ? withSecret : withCertificate())
    const assertion = await started.tokenOf('ann')
    const scope = `${started.origin}/Directory.Read.All`
    const asking = onBehalfOf(started, kind === 'secret' ? {} : { proof })
    const outcome = await asking.request({ issuer: started.issuer, text: assertion, expires: 0 }, scope)
    expect(outcome.kind).toBe('token')
    const request = started.requests.find(({ url }) => url.pathname.endsWith('/token'))
    const thumbprintSha256 = new X509Certificate(made.certificate).fingerprint256.replaceAll(':', '')
    const auth =
      kind === 'secret'
        ? { clientSecret: secret }
        : { clientCertificate: { thumbprintSha256, privateKey: made.key } }
    const library = await bodyOfLibrary(auth, assertion, scope)
    const ours = new URLSearchParams(request?.body)
    expect([...library.body.keys()].filter((name) => !ours.has(name)).sort()).toEqual([...counted].sort())
    expect([...ours.keys()].filter((name) => !library.body.has(name))).toEqual([])
    expect(new URL(library.url).pathname).toBe(request?.url.pathname)
    const type = (value: string | null | undefined) => value?.split(';')[0]
    expect(type(library.headers.get('content-type'))).toBe(type(request?.headers['content-type']))
    // It asks for an account and a refresh token too, of which nothing is used here.
    expect(library.body.get('scope')).toBe(`${ours.get('scope')} openid profile offline_access`)
    const same = (fields: URLSearchParams) =>
      Object.fromEntries(
        [...fields].filter(([name]) => !['scope', 'client_assertion', ...counted].includes(name)),
      )
    expect(same(ours)).toEqual(same(library.body))
    return { ours, library, url: started.origin + (request?.url.pathname ?? '') }
  }

  it('every field is the same with a secret', async () => {
    const { ours } = await both('secret')
    expect(ours.get('client_secret')).toBe(secret)
  })

  it('every field is the same with a certificate, and what is in its assertion', async () => {
    const { ours, library, url } = await both('certificate')
    const [mine, theirs] = [ours, library.body].map((body) => body.get('client_assertion') ?? '')
    expect(decodeProtectedHeader(mine ?? '')).toEqual(decodeProtectedHeader(theirs ?? ''))
    const shape = (token: string | undefined, endpoint: string) => {
      const { iat, exp = 0, nbf = 0, jti, aud, ...more } = decodeJwt(token ?? '')
      expect(jti).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u)
      expect(aud).toBe(endpoint)
      expect(iat).toEqual(expect.any(Number))
      return { ...more, minutes: (exp - nbf) / 60 }
    }
    expect(shape(theirs, library.url.replace(/\?.*/u, ''))).toEqual({
      iss: applicationId,
      sub: applicationId,
      minutes: 10,
    })
    // Five are enough for an assertion that is sent at once.
    expect(shape(mine, url)).toEqual({ iss: applicationId, sub: applicationId, minutes: 5 })
  })
})
