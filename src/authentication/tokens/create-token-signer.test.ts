import { createHash, createHmac, generateKeyPairSync, hkdfSync, randomBytes, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HmacAlgorithm, RsaAlgorithm, SignerSettings, SigningKey } from '../settings/token-settings.ts'
import { createTokenSigner } from './create-token-signer.ts'
import { createTokenVerifier } from './create-token-verifier.ts'
import { homeSigner } from './home-signer.ts'

const secret = Buffer.alloc(64, 7)
const license = '123e4567-e89b-42d3-a456-426614174000'
const otherLicense = '123e4567-e89b-42d3-a456-426614174001'
const start = Date.parse('2026-03-04T05:06:07.891Z')
const seconds = Math.floor(start / 1000)
const day = 86_400_000
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherPair = generateKeyPairSync('rsa', { modulusLength: 2048 })

const hmacAlgorithms: readonly HmacAlgorithm[] = ['HS256', 'HS384', 'HS512']
const rsaAlgorithms: readonly RsaAlgorithm[] = ['RS256', 'RS384', 'RS512']
const keys: readonly SigningKey[] = [
  ...hmacAlgorithms.map((algorithm) => ({ kind: 'hmac', algorithm, secret }) as const),
  ...rsaAlgorithms.map((algorithm) => ({ kind: 'rsa', algorithm, ...pair }) as const),
]

interface Node {
  readonly settings?: SignerSettings
  readonly license?: string
  readonly time?: number
}

const home = homeSigner(secret)
const signer = ({ settings = home, time = start, ...node }: Node = {}) =>
  createTokenSigner({ settings, license, now: () => time, ...node })
const verifier = ({ settings = home, time = start, ...node }: Node = {}) =>
  createTokenVerifier({ signer: settings, license, issuers: new Map(), now: () => time, ...node })

const json = JSON.stringify
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const refusal = (reason: string | RegExp, message = 'The token is not valid.') => ({
  kind: 'refused',
  message,
  reason: expect.stringMatching(reason),
})

describe('a token of the service', () => {
  it('says whose it is, for whom, and for how long', async () => {
    const token = await signer().issue('ann')
    const [header, payload, ...rest] = token.split('.')
    expect(decoded(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decoded(payload)).toEqual({
      iss: 'espalier',
      aud: 'stardog',
      sub: 'ann',
      iat: start / 1000,
      nbf: seconds,
      exp: seconds + 604_800,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/u),
    })
    expect(rest).toHaveLength(1)
    expect(await signer().issue('ann')).not.toBe(token)
  })

  it('says what the settings want', async () => {
    const settings = { ...home, issuer: 'https://me.example.org/', audience: 'ours', lifetime: 'PT90S' }
    const token = await signer({ settings }).issue('ann')
    expect(decoded(token.split('.')[1])).toMatchObject({
      iss: 'https://me.example.org/',
      aud: 'ours',
      exp: seconds + 90,
    })
    expect(await verifier({ settings }).verify(token)).toMatchObject({ kind: 'own', user: 'ann' })
    expect(await verifier().verify(token)).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['P1M', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['P1M', '2028-01-31T10:00:00Z', '2028-02-29T10:00:00Z'],
    ['P1Y', '2028-02-29T00:00:00Z', '2029-02-28T00:00:00Z'],
    ['P2W', '2026-12-25T00:00:00Z', '2027-01-08T00:00:00Z'],
    ['P1DT1H1M1.5S', '2026-03-28T23:00:00Z', '2026-03-30T00:01:01Z'],
    ['PT24H', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'],
    ['P100Y', '2026-01-01T00:00:00Z', '2126-01-01T00:00:00Z'],
  ])('of the lifetime %s, issued at %s, expires at %s', async (lifetime, issued, expires) => {
    const token = await signer({ settings: { ...home, lifetime }, time: Date.parse(issued) }).issue('ann')
    expect(decoded(token.split('.')[1]).exp).toBe(Date.parse(expires) / 1000)
  })

  it.each(['ann', 'ünï 🔑', `o'neill "x"\\`, 'x'.repeat(255)])('is of the user %s', async (user) => {
    expect(await verifier().verify(await signer().issue(user))).toEqual({
      kind: 'own',
      user,
      issuedAt: start / 1000,
      expires: seconds + 604_800,
    })
  })

  it('holds for its lifetime, and half a minute for clocks that differ', async () => {
    const token = await signer().issue('ann')
    const at = (time: number) => verifier({ time: start + time }).verify(token)
    for (const time of [-30_000, 0, day, 7 * day - 1, 7 * day + 28_000])
      expect(await at(time)).toMatchObject({ kind: 'own' })
    for (const time of [7 * day + 30_000, 700 * day])
      expect(await at(time)).toEqual(
        refusal(/^The token is expired, since 2026-03-11T05:06:07.000Z\.$/u, 'The token is expired.'),
      )
    for (const time of [-32_000, -day])
      expect(await at(time)).toEqual(
        refusal('"nbf" of the token is in the future', 'The token is not valid yet.'),
      )
  })

  it.each(keys)('is signed with $algorithm', async (key) => {
    const settings = { ...home, key }
    const token = await signer({ settings }).issue('ann')
    const [header = '', payload = '', signature = ''] = token.split('.')
    expect(decoded(header)).toEqual({ alg: key.algorithm, typ: 'JWT' })
    const input = Buffer.from(`${header}.${payload}`)
    const bytes = Buffer.from(signature, 'base64url')
    const hash = `sha${key.algorithm.slice(2)}`
    if (key.kind === 'hmac') {
      const length = Number(key.algorithm.slice(2)) / 8
      const derived = Buffer.from(hkdfSync('sha256', key.secret, license, 'espalier token v1', length))
      expect(bytes).toEqual(createHmac(hash, derived).update(input).digest())
      expect(Object.keys(decoded(payload))).not.toContain('license')
    } else {
      expect(verify(hash, input, key.publicKey, bytes)).toBe(true)
      expect(decoded(payload).license).toBe(createHash('sha256').update(license).digest('base64url'))
    }
    expect(await verifier({ settings }).verify(token)).toMatchObject({ kind: 'own', user: 'ann' })
  })

  it('does not hold with any of its characters changed, left out or added', async () => {
    const token = await signer().issue('ann')
    const place = fc.nat(token.length - 1)
    const character = fc.constantFrom(...'AZaz09-_.=+/ ')
    const change = fc.constantFrom('replace', 'remove', 'insert')
    const tokens = verifier()
    const run = fc.asyncProperty(place, character, change, async (index, sign, kind) => {
      const changed =
        token.slice(0, index) +
        (kind === 'remove' ? '' : sign) +
        token.slice(kind === 'insert' ? index : index + 1)
      fc.pre(changed !== token)
      const told = await tokens.verify(changed)
      expect(told).toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/not valid\.|not trust\.$/u),
      })
      // What is told has none of it.
      for (const part of changed.split('.').filter((one) => one.length > 8))
        expect(json(told)).not.toContain(part)
    })
    await fc.assert(run, { numRuns: 300 })
  })
})

describe('two nodes', () => {
  it.each(keys)('of one $algorithm key and license take each other’s tokens', async (key) => {
    const settings = { ...home, key }
    for (const user of ['ann', 'bob'])
      expect(await verifier({ settings }).verify(await signer({ settings }).issue(user))).toMatchObject({
        user,
      })
  })

  it.each(keys)('of one $algorithm key and two licenses do not', async (key) => {
    const settings = { ...home, key }
    const token = await signer({ settings }).issue('ann')
    const told = await verifier({ settings, license: otherLicense }).verify(token)
    expect(told).toEqual(refusal(/license\.$/u))
    const back = await signer({ settings, license: otherLicense }).issue('ann')
    expect(await verifier({ settings }).verify(back)).toEqual(refusal(/license\.$/u))
    expect(await verifier({ settings, license: otherLicense }).verify(back)).toMatchObject({ user: 'ann' })
  })

  it('of two keys do not', async () => {
    const token = await signer().issue('ann')
    expect(await verifier({ settings: homeSigner(randomBytes(32)) }).verify(token)).toEqual(
      refusal('signature'),
    )
    for (const algorithm of rsaAlgorithms) {
      const settings = { ...home, key: { kind: 'rsa', algorithm, ...pair } } as const
      const other = { ...home, key: { kind: 'rsa', algorithm, ...otherPair } } as const
      const signed = await signer({ settings }).issue('ann')
      expect(await verifier({ settings: other }).verify(signed)).toEqual(refusal('signature'))
    }
  })

  it.each(keys.flatMap((key) => keys.filter((one) => one !== key).map((other) => ({ key, other }))))(
    'of which one signs with $key.algorithm and one with $other.algorithm do not',
    async ({ key, other }) => {
      const token = await signer({ settings: { ...home, key } }).issue('ann')
      expect(await verifier({ settings: { ...home, key: other } }).verify(token)).toEqual(
        refusal('algorithm'),
      )
    },
  )
})
