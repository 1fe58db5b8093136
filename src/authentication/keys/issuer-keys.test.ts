import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { startLoopback } from '../../../test/sparql-endpoint.ts'
import type { IssuerKeys, IssuerSettings, RsaAlgorithm } from '../settings/token-settings.ts'
import { createTokenVerifier } from '../tokens/create-token-verifier.ts'
import { homeSigner } from '../tokens/home-signer.ts'
import type { TokenVerifier } from '../tokens/token-verifier.ts'

const pairs = Array.from({ length: 4 }, () => generateKeyPairSync('rsa', { modulusLength: 2048 }))
const [first, second, third, stranger] = pairs.map(({ privateKey, publicKey }) => ({
  privateKey,
  jwk: publicKey.export({ format: 'jwk' }),
}))
if (!first || !second || !third || !stranger) throw new Error('There are four keys.')

const aSecond = 1_000
const minute = 60 * aSecond
const hour = 60 * minute

/** How a server answers at the moment. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An issuer whose server answers as it is told, and a service that trusts it, whose clock stands still. */
interface World {
  readonly origin: string
  /** Paths that were asked for. */
  readonly asked: string[]
  readonly reports: string[]
  readonly tokens: TokenVerifier
  answer: Answer
  time: number
  /** Whether a new token that this key signs is accepted: `external`, `refused` or `unavailable`. */
  tell(key: { readonly privateKey: KeyObject }, header?: object): Promise<string>
  token(key: { readonly privateKey: KeyObject }, header?: object, claims?: object): string
}

const started: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const server of started.splice(0)) await server.close()
})

const jwks =
  (...keys: readonly object[]): Answer =>
  (_request, response) =>
    void response.end(JSON.stringify({ keys }))
const down: Answer = (request) => void request.socket.destroy()
const status =
  (code: number): Answer =>
  (_request, response) =>
    void response.writeHead(code).end('{}')

/** @param keysOf where the keys come from; from the well-known path unless given */
async function startWorld(
  answer: Answer,
  keysOf: (origin: string) => IssuerKeys = () => ({ kind: 'discovered' }),
  issuerOf = (origin: string) => origin,
): Promise<World> {
  const asked: string[] = []
  const server = await startLoopback((request, response) => {
    asked.push(request.url ?? '')
    world.answer(request, response)
  })
  started.push(server)
  const { origin } = server
  const issuer = issuerOf(origin)
  const settings: IssuerSettings = {
    issuer,
    audience: 'espalier',
    keys: keysOf(origin),
    username: { kind: 'field', claim: 'sub' },
    autoCreateUsers: false,
    roles: { kind: 'account' },
  }
  const reports: string[] = []
  const world: World = {
    origin,
    asked,
    reports,
    answer,
    time: 1_800_000_000_000,
    tokens: createTokenVerifier({
      signer: homeSigner(new Uint8Array(32)),
      license: 'license',
      issuers: new Map([[issuer, settings]]),
      now: () => world.time,
      elapsed: () => world.time,
      report: (line) => reports.push(line),
    }),
    async tell(key, header = {}) {
      return (await this.tokens.verify(this.token(key, header))).kind
    },
    token(key, header = {}, claims = {}) {
      const now = this.time / 1000
      const payload = {
        iss: issuer,
        aud: 'espalier',
        sub: 'ann',
        jti: Math.random(),
        exp: now + 600,
        ...claims,
      }
      return signed(key.privateKey, { alg: 'RS256', ...header }, payload)
    },
  }
  return world
}

function signed(key: KeyObject, header: { readonly alg?: string }, payload: object): string {
  const input = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign(`sha${header.alg?.slice(2)}`, Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}

const keyUrl =
  (path: string, ...algorithms: readonly RsaAlgorithm[]) =>
  (origin: string): IssuerKeys => ({
    kind: 'listed',
    keys: new Map(algorithms.map((one) => [one, { kind: 'jwks', url: origin + path }])),
  })

describe('keys of an issuer', () => {
  const a = { ...first.jwk, kid: 'a' }
  const b = { ...second.jwk, kid: 'b' }

  it('are fetched when they are first needed, once for everybody', async () => {
    const world = await startWorld(jwks(a))
    expect(world.asked).toEqual([])
    const told = await Promise.all(Array.from({ length: 50 }, () => world.tell(first, { kid: 'a' })))
    expect(new Set(told)).toEqual(new Set(['external']))
    expect(world.asked).toEqual(['/.well-known/jwks.json'])
    world.time += 10 * minute - 1
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    expect(world.asked).toHaveLength(1)
  })

  it('are renewed after ten minutes, while nobody waits', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: came, resolve: come } = Promise.withResolvers<void>()
    world.answer = async (request, response) => {
      come()
      await gate
      jwks(b)(request, response)
    }
    world.time += 10 * minute
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    await came
    // The issuer has not answered yet.
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    expect(world.asked).toHaveLength(2)
    open()
    // A key that is not known waits for the answer that is under way.
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tell(first, { kid: 'a' })).toBe('refused')
  })

  it('are waited for where nobody asked for long', async () => {
    const world = await startWorld(jwks(a))
    const token = world.token(first, { kid: 'a' }, { exp: world.time / 1000 + 100_000 })
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'external' })
    world.answer = jwks(b)
    world.time += hour
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'refused' })
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
  })

  it('are asked for anew where a token names another, and then for half a minute no more', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = jwks(a, b)
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(world.asked).toHaveLength(2)
    world.answer = jwks(a, b, { ...third.jwk, kid: 'c' })
    world.time += 30 * aSecond - 1
    const refused = await world.tokens.verify(world.token(third, { kid: 'c' }))
    expect(refused).toEqual({
      kind: 'refused',
      message: 'The token is not valid.',
      reason: `The token names the key "c", and the issuer "${world.origin}" has none such for RS256.`,
    })
    for (const kid of ['d', 'e', '']) expect(await world.tell(stranger, { kid })).toBe('refused')
    expect(world.asked).toHaveLength(2)
    world.time += 1
    const many = Array.from({ length: 20 }, () => world.tell(third, { kid: 'c' }))
    expect(new Set(await Promise.all(many))).toEqual(new Set(['external']))
    expect(world.asked).toHaveLength(3)
  })

  it('are not asked for where the key that a token names did not sign it', async () => {
    const world = await startWorld(jwks(a, b))
    for (let time = 0; time < 3; time++) {
      expect(await world.tell(second, { kid: 'a' })).toBe('refused')
      world.time += minute
    }
    expect(world.asked).toHaveLength(1)
  })

  it('that are withdrawn end what was remembered of their tokens', async () => {
    const world = await startWorld(jwks(a))
    const token = world.token(first, { kid: 'a' })
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'external' })
    world.answer = jwks(b)
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'refused' })
  })

  it('stay good for a day while the issuer cannot be asked', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = down
    for (let hours = 1; hours < 24; hours++) {
      world.time += hour
      expect(await world.tell(first, { kid: 'a' })).toBe('external')
    }
    const reason = `The keys of ${world.origin} cannot be had: ${world.origin}/.well-known/jwks.json cannot be reached (UND_ERR_SOCKET). Those that are known stay good.`
    expect(world.reports).toEqual([reason])
    // Whether there is such a key by now, nobody can tell.
    expect(await world.tell(second, { kid: 'b' })).toBe('unavailable')
    world.time += hour
    expect(await world.tell(first, { kid: 'a' })).toBe('unavailable')
    expect(world.reports).toEqual([reason, expect.stringMatching(/UND_ERR_SOCKET\)\.$/u)])
    world.answer = jwks(b)
    world.time += 5 * aSecond
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tell(first, { kid: 'a' })).toBe('refused')
  })

  it('are had again soon after the issuer is there again', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = down
    expect(await world.tell(second, { kid: 'b' })).toBe('unavailable')
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = jwks(a, b)
    world.time += 5 * aSecond - 1
    expect(await world.tell(second, { kid: 'b' })).toBe('unavailable')
    expect(world.asked).toHaveLength(2)
    world.time += 1
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
  })

  it('that never came leave it open whether a token holds', async () => {
    const world = await startWorld(down)
    const told = await Promise.all(Array.from({ length: 20 }, () => world.tokens.verify(world.token(first))))
    for (const one of told)
      expect(one).toEqual({
        kind: 'unavailable',
        message: 'The keys of the issuer of the token cannot be had at present.',
        reason: `The keys of the issuer "${world.origin}" cannot be had: ${world.origin}/.well-known/jwks.json cannot be reached (UND_ERR_SOCKET).`,
      })
    expect(world.asked).toHaveLength(1)
    world.time += 5 * aSecond - 1
    expect(await world.tell(first)).toBe('unavailable')
    expect(world.asked).toHaveLength(1)
    world.time += 1
    world.answer = jwks(a)
    expect(await world.tell(first)).toBe('external')
  })

  it.each<[string, Answer, RegExp]>([
    ['an error', status(500), /answers with status 500\.$/u],
    ['too many requests', status(429), /answers with status 429\.$/u],
    ['no JWKS', status(200), /is no JWKS\.$/u],
    ['HTML', (_request, response) => void response.end('<html>'), /is no JWKS\.$/u],
    [
      'a redirect',
      (_request, response) => void response.writeHead(302, { location: '/keys' }).end(),
      /redirects elsewhere \(status 302\), which is not followed\.$/u,
    ],
    [
      'too much',
      (_request, response) => void response.end(' '.repeat(1_048_577)),
      /more than 1048576 bytes\.$/u,
    ],
  ])('are not had where the answer is %s', async (_, answer, reason) => {
    const world = await startWorld(answer)
    const told = await world.tokens.verify(world.token(first))
    expect(told).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(reason) })
    expect(world.asked).toEqual(['/.well-known/jwks.json'])
  })

  it('that the issuer withdraws all hold no more', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = jwks()
    world.time += hour
    expect(await world.tell(first, { kid: 'a' })).toBe('refused')
  })
})

describe('the key of a token', () => {
  const a = { ...first.jwk, kid: 'a' }
  const b = { ...second.jwk, kid: 'b' }

  it('is any of the issuer’s where the token names none', async () => {
    const world = await startWorld(jwks(a, b, third.jwk))
    for (const key of [first, second, third]) expect(await world.tell(key)).toBe('external')
    expect(await world.tell(stranger)).toBe('refused')
  })

  it('is one without a name where the token names one that there is not', async () => {
    const world = await startWorld(jwks(a, third.jwk))
    expect(await world.tell(third, { kid: 'new' })).toBe('external')
    expect(await world.tell(first, { kid: 'new' })).toBe('refused')
    expect(await world.tell(third, { kid: 'a' })).toBe('refused')
  })

  it('is any of several of one name', async () => {
    const world = await startWorld(jwks(a, { ...second.jwk, kid: 'a' }))
    for (const key of [first, second]) expect(await world.tell(key, { kid: 'a' })).toBe('external')
  })

  it('is one of the first sixteen', async () => {
    const others = (count: number) => Array.from({ length: count }, () => stranger.jwk)
    const world = await startWorld(jwks(...others(15), first.jwk, second.jwk))
    expect(await world.tell(first)).toBe('external')
    expect(await world.tell(second)).toBe('refused')
  })

  it('is for its algorithm', async () => {
    const world = await startWorld(jwks({ ...a, alg: 'RS384' }))
    expect(await world.tell(first, { kid: 'a', alg: 'RS256' })).toBe('refused')
    expect(await world.tell(first, { kid: 'a', alg: 'RS384' })).toBe('external')
    expect(await world.tell(first, { kid: 'a', alg: 'RS512' })).toBe('refused')
  })

  it('is found anew where it was changed without a name', async () => {
    const world = await startWorld(jwks(first.jwk))
    expect(await world.tell(first)).toBe('external')
    world.answer = jwks(second.jwk)
    expect(await world.tell(second)).toBe('external')
    expect(await world.tell(first)).toBe('refused')
  })

  it('is no secret, not even one that the JWKS has', async () => {
    const secret = Buffer.alloc(32, 1)
    const world = await startWorld(
      jwks(a, { kty: 'oct', k: secret.toString('base64url'), alg: 'HS256', kid: 's' }),
    )
    const [head, payload] = [
      { alg: 'HS256', kid: 's' },
      { iss: world.origin, aud: 'espalier', sub: 'ann', exp: 9e9 },
    ]
    const input = [head, payload]
      .map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
      .join('.')
    const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    expect(await world.tokens.verify(token)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/algorithm/u),
    })
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    expect(world.reports).toEqual([`A key of ${world.origin} is left out. Key 2 ("s") is no RSA key.`])
    world.time += hour
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    expect(world.reports).toHaveLength(1)
  })
})

describe('a key URL', () => {
  const a = { ...first.jwk, kid: 'a' }

  it('is asked once for all algorithms that have it, and no others are taken', async () => {
    const world = await startWorld(jwks(a), keyUrl('/keys?secret=x', 'RS256', 'RS512'))
    const told = await Promise.all(
      ['RS256', 'RS384', 'RS512'].map((alg) => world.tell(first, { alg, kid: 'a' })),
    )
    expect(told).toEqual(['external', 'refused', 'external'])
    expect(world.asked).toEqual(['/keys?secret=x'])
  })

  it('is told without its parameters', async () => {
    const world = await startWorld(status(404), keyUrl('/keys?secret=x', 'RS256'))
    const told = await world.tokens.verify(world.token(first))
    expect(told).toMatchObject({
      kind: 'unavailable',
      reason: `The keys of the issuer "${world.origin}" cannot be had: ${world.origin}/keys answers with status 404.`,
    })
    expect(world.asked).toEqual(['/keys?secret=x'])
    expect(world.reports).toEqual([
      `The keys of ${world.origin}/keys cannot be had: ${world.origin}/keys answers with status 404.`,
    ])
  })
})

describe('where an issuer has no jwks.json', () => {
  const metadata =
    (members: (origin: string) => object, keys = jwks(first.jwk)): ((world: () => World) => Answer) =>
    (world) =>
    (request, response) => {
      if (request.url?.endsWith('/jwks.json')) status(404)(request, response)
      else if (request.url?.endsWith('/openid-configuration'))
        response.end(JSON.stringify(members(world().origin)))
      else keys(request, response)
    }

  async function start(answer: (world: () => World) => Answer, path = ''): Promise<World> {
    const world: World = await startWorld(
      answer(() => world),
      undefined,
      (origin) => origin + path,
    )
    return world
  }

  it('its metadata say where its keys are', async () => {
    const world = await start(
      metadata((origin) => ({ issuer: `${origin}/tenant`, jwks_uri: `${origin}/certs` })),
      '/tenant',
    )
    expect(await world.tell(first)).toBe('external')
    expect(world.asked).toEqual([
      '/tenant/.well-known/jwks.json',
      '/tenant/.well-known/openid-configuration',
      '/certs',
    ])
  })

  it.each([400, 401, 403, 404, 405, 410])('and its server says so by %s, they do as well', async (code) => {
    const found = metadata((origin) => ({ issuer: origin, jwks_uri: `${origin}/certs` }))
    const world = await start((self) => (request, response) => {
      const answer = request.url?.endsWith('/jwks.json') ? status(code) : found(self)
      answer(request, response)
    })
    expect(await world.tell(first)).toBe('external')
  })

  it('a slash at the end of the issuer is none of the path, but of the name', async () => {
    const world = await start(
      metadata((origin) => ({ issuer: `${origin}/t/`, jwks_uri: `${origin}/certs` })),
      '/t/',
    )
    expect(await world.tell(first)).toBe('external')
    expect(world.asked.slice(0, 2)).toEqual([
      '/t/.well-known/jwks.json',
      '/t/.well-known/openid-configuration',
    ])
  })

  it.each<[string, (origin: string) => object, RegExp]>([
    [
      'of another issuer',
      (origin) => ({ issuer: `${origin}/`, jwks_uri: `${origin}/certs` }),
      /not of this issuer/u,
    ],
    ['of no issuer', (origin) => ({ jwks_uri: `${origin}/certs` }), /not of this issuer/u],
    ['without a place of keys', (origin) => ({ issuer: origin }), /has no "jwks_uri" by https\.$/u],
    [
      'with keys by http',
      (origin) => ({ issuer: origin, jwks_uri: 'http://example.org/certs' }),
      /has no "jwks_uri" by https\.$/u,
    ],
    [
      'with keys in a file',
      (origin) => ({ issuer: origin, jwks_uri: 'file:///etc/passwd' }),
      /has no "jwks_uri" by https\.$/u,
    ],
    ['that are a list', () => [], /not of this issuer/u],
  ])('metadata %s are of no use', async (_, members, reason) => {
    const world = await start(metadata(members))
    expect(await world.tokens.verify(world.token(first))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(reason),
    })
    expect(world.asked).not.toContain('/certs')
  })

  it('and no metadata, both are told', async () => {
    const world = await startWorld(status(404))
    const told = await world.tokens.verify(world.token(first))
    expect(told).toMatchObject({
      kind: 'unavailable',
      reason: `The keys of the issuer "${world.origin}" cannot be had: ${world.origin}/.well-known/jwks.json answers with status 404, and ${world.origin}/.well-known/openid-configuration answers with status 404.`,
    })
  })
})
