import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  jwks,
  type KeyWorld,
  makePair,
  startWorld,
  status,
  stopWorlds,
} from '../../../test/key-world.ts'
import type { IssuerKeys, RsaAlgorithm } from '../settings/token-settings.ts'

const [first, second, third, stranger] = [makePair(), makePair(), makePair(), makePair()]

const hour = 3_600_000

afterEach(stopWorlds)

const keyUrl =
  (path: string, ...algorithms: readonly RsaAlgorithm[]) =>
  (origin: string): IssuerKeys => ({
    kind: 'listed',
    keys: new Map(algorithms.map((one) => [one, { kind: 'jwks', url: origin + path }])),
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
    const nameless = await startWorld(jwks({ ...first.jwk, alg: 'RS384' }))
    expect(await nameless.tell(first, { alg: 'RS256' })).toBe('refused')
    expect(await nameless.tell(first, { alg: 'RS384' })).toBe('external')
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
    (members: (origin: string) => object, keys = jwks(first.jwk)): ((world: () => KeyWorld) => Answer) =>
    (world) =>
    (request, response) => {
      if (request.url?.endsWith('/jwks.json')) status(404)(request, response)
      else if (request.url?.endsWith('/openid-configuration'))
        response.end(JSON.stringify(members(world().origin)))
      else keys(request, response)
    }

  async function start(answer: (world: () => KeyWorld) => Answer, path = ''): Promise<KeyWorld> {
    const world: KeyWorld = await startWorld(
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
