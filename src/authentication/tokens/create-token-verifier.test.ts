import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  audience,
  type Forge,
  issuerPair,
  ownToken,
  rsaIssuer,
  rsaToken,
  secretIssuer,
  secretToken,
  sharedSecret,
  wrongTokens,
} from '../../../test/wrong-tokens.ts'
import type { IssuerKeys, IssuerSettings } from '../settings/token-settings.ts'
import { createTokenVerifier } from './create-token-verifier.ts'
import { homeSigner } from './home-signer.ts'

const now = 1_800_000_000
const forge: Forge = {
  now,
  license: '123e4567-e89b-42d3-a456-426614174000',
  ownSecret: Buffer.alloc(32, 7),
}

function issuerOf(
  issuer: string,
  keys: IssuerKeys,
  aud: string | undefined = audience,
): [string, IssuerSettings] {
  const settings: IssuerSettings = {
    issuer,
    keys,
    username: { kind: 'field', claim: 'sub' },
    autoCreateUsers: false,
    roles: { kind: 'account' },
    ...(aud !== undefined && { audience: aud }),
  }
  return [issuer, settings]
}

const rsaKeys: IssuerKeys = {
  kind: 'listed',
  keys: new Map([['RS256', { kind: 'publicKey', key: issuerPair.publicKey }]]),
}
const secretKeys: IssuerKeys = {
  kind: 'listed',
  keys: new Map([['HS256', { kind: 'secret', key: createSecretKey(Buffer.from(sharedSecret)) }]]),
}
const parts = {
  signer: homeSigner(forge.ownSecret),
  license: forge.license,
  issuers: new Map([issuerOf(rsaIssuer, rsaKeys), issuerOf(secretIssuer, secretKeys)]),
}
const at = (seconds: number) => createTokenVerifier({ ...parts, now: () => seconds * 1000 })
const verifier = at(now)

/** Parts of a token that would give it away, and all secrets. */
function secretsOf(token: string): readonly string[] {
  const pieces = token.split('.').filter((part) => part.length > 8)
  return [...pieces, sharedSecret, forge.ownSecret.toString('base64')]
}

describe('a token that is right', () => {
  it.each<[string, string]>([
    ['nothing special', rsaToken(forge)],
    ['a secret as its key', secretToken(forge)],
    ['no type', rsaToken(forge, {}, { typ: undefined })],
    ['the type in small letters', rsaToken(forge, {}, { typ: 'jwt' })],
    ['the type as a whole media type', rsaToken(forge, {}, { typ: 'application/JWT' })],
    ['the type of access tokens', rsaToken(forge, {}, { typ: 'at+jwt' })],
    ['the type of access tokens as a whole', rsaToken(forge, {}, { typ: 'application/at+jwt' })],
    ['the name of a key', rsaToken(forge, {}, { kid: 'whatever' })],
    ['other members in its header', rsaToken(forge, {}, { x5t: 'a', cty: 'json', jku: 'x', b64: false })],
    ['several audiences', rsaToken(forge, { aud: ['other', audience] })],
    ['no time from which on', rsaToken(forge, { nbf: undefined })],
    ['no beginning', rsaToken(forge, { iat: undefined })],
    ['no subject', rsaToken(forge, { sub: undefined })],
    ['an end a moment ago', rsaToken(forge, { exp: now - 29 })],
    ['a beginning in a moment', rsaToken(forge, { iat: now + 30, nbf: now + 30 })],
    ['times with fractions', rsaToken(forge, { iat: now - 0.5, exp: now + 0.5 })],
    ['an end in a million years', rsaToken(forge, { exp: 3e13 })],
    ['equal names in different objects', rsaToken(forge, { a: { a: [{ a: 1 }, { a: 1 }] } })],
    ['a text like a member', rsaToken(forge, { a: '"sub": 1, "sub": 2, {' })],
    ['claims of whoever', rsaToken(forge, { superuser: true, license: 'x', kind: 'own' })],
    ['members that every object has', rsaToken(forge, { constructor: 1, toString: 'x' })],
    ['almost the longest text', rsaToken(forge, { x: 'x'.repeat(11_600) })],
  ])('has %s', async (_, token) => {
    const told = await verifier.verify(token)
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(told).toEqual({
      kind: 'external',
      issuer: Object(claims).iss,
      claims,
      expires: Object(claims).exp,
    })
  })

  it('may be nested as deep as it is long', async () => {
    const claims = { deep: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) }
    expect(await verifier.verify(rsaToken(forge, claims))).toMatchObject({ kind: 'external' })
  })

  it('is for anybody where the issuer has no audience', async () => {
    const [, settings] = issuerOf(rsaIssuer, rsaKeys)
    const { audience: _audience, ...open } = settings
    const tokens = createTokenVerifier({
      ...parts,
      issuers: new Map([[rsaIssuer, open]]),
      now: () => now * 1000,
    })
    for (const aud of ['x', ['x', 'y'], [], undefined])
      expect(await tokens.verify(rsaToken(forge, { aud }))).toMatchObject({ kind: 'external' })
    expect(await tokens.verify(rsaToken(forge, { aud: 1 }))).toMatchObject({ kind: 'refused' })
  })

  it('is of the service where an issuer of the same name is listed', async () => {
    const [, settings] = issuerOf('espalier', secretKeys, 'stardog')
    const issuers = new Map([['espalier', settings]])
    const tokens = createTokenVerifier({ ...parts, issuers, now: () => now * 1000 })
    expect(await tokens.verify(ownToken(forge))).toMatchObject({ kind: 'own', user: 'ann' })
    expect(await tokens.verify(secretToken(forge, { iss: 'espalier', aud: 'stardog' }))).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/signature/u),
    })
  })

  it('is remembered for a minute, but not beyond its end', async () => {
    let time = now
    const tokens = createTokenVerifier({ ...parts, now: () => time * 1000, elapsed: () => time * 1000 })
    const token = rsaToken(forge, { exp: now + 20 })
    const first = await tokens.verify(token)
    expect(await tokens.verify(token)).toBe(first)
    time = now + 49
    expect(await tokens.verify(token)).toBe(first)
    time = now + 50
    expect(await tokens.verify(token)).toMatchObject({ message: 'The token is expired.' })
    const long = rsaToken(forge, { iat: time, exp: time + 600 })
    const seen = await tokens.verify(long)
    time += 60
    const again = await tokens.verify(long)
    expect(again).toEqual(seen)
    expect(again).not.toBe(seen)
  })
})

describe('a token that is wrong', () => {
  it('is so in more than 60 ways, each with a name of its own', () => {
    expect(wrongTokens.length).toBeGreaterThan(60)
    expect(new Set(wrongTokens.map(({ name }) => name)).size).toBe(wrongTokens.length)
  })

  it.each(wrongTokens)('has $name', async ({ text, message, reason }) => {
    const token = text(forge)
    const told = await verifier.verify(token)
    expect(told).toEqual({ kind: 'refused', message, reason: expect.stringMatching(reason) })
    expect(message).toMatch(/^[A-Z][^.]*\.$/u)
    expect(told).toMatchObject({ reason: expect.stringMatching(/^[^\n]+\.$/u) })
    for (const secret of secretsOf(token)) expect(JSON.stringify(told)).not.toContain(secret)
    // It stays so when it is shown again, and among right ones.
    await verifier.verify(rsaToken(forge))
    expect(await verifier.verify(token)).toEqual(told)
  })
})
