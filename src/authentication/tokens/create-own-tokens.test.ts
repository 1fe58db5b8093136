import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOwnTokens } from './create-own-tokens.ts'

const secret = Buffer.alloc(32, 7)
const license = '123e4567-e89b-42d3-a456-426614174000'
const start = Date.parse('2026-03-04T05:06:07.891Z')
const day = 86_400_000
const tokens = createOwnTokens({ secret, license, now: () => start })
const at = (milliseconds: number) => createOwnTokens({ secret, license, now: () => start + milliseconds })

const encode = (text: string | Buffer) => Buffer.from(text).toString('base64url')
const decode = (part = '') => Buffer.from(part, 'base64url').toString()

/** Signs whatever texts, as the service would. */
function signed(header: string, payload: string, hash = 'sha256'): string {
  const key = Buffer.from(hkdfSync('sha256', secret, license, 'espalier token v1', 32))
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

const header = { alg: 'HS256', typ: 'JWT' }
const seconds = start / 1000
const claims = { iss: 'espalier', aud: 'stardog', sub: 'ann', iat: seconds, nbf: seconds, exp: seconds + 60 }
const json = JSON.stringify
const refusal = (reason: string | RegExp, message = 'The token is not valid.') => ({
  kind: 'refused',
  message,
  reason: expect.stringMatching(reason),
})

describe('an own token', () => {
  it('says whose it is, for whom, and for how long', async () => {
    const [head, payload, ...rest] = (await tokens.issue('ann')).split('.')
    expect(JSON.parse(decode(head))).toEqual(header)
    expect(JSON.parse(decode(payload))).toEqual({
      iss: 'espalier',
      aud: 'stardog',
      sub: 'ann',
      iat: start / 1000,
      nbf: Math.floor(start / 1000),
      exp: Math.floor(start / 1000) + 604_800,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(rest).toHaveLength(1)
    expect(await tokens.issue('ann')).not.toBe(await tokens.issue('ann'))
  })

  it.each(['ann', 'ünï 🔑', `o'neill "x"\\`, 'x'.repeat(255)])('is of the user %s', async (user) => {
    expect(await tokens.verify(await tokens.issue(user))).toEqual({
      kind: 'own',
      user,
      issuedAt: start / 1000,
      expires: expect.any(Number),
    })
  })

  it('holds for seven days, and half a minute for clocks that differ', async () => {
    const token = await tokens.issue('ann')
    for (const time of [-30_000, 0, day, 7 * day - 1, 7 * day + 28_000]) {
      expect(await at(time).verify(token)).toMatchObject({ kind: 'own' })
    }
    for (const time of [7 * day + 30_000, 700 * day]) {
      expect(await at(time).verify(token)).toEqual(refusal('expired', 'The token is expired.'))
    }
    for (const time of [-32_000, -day]) {
      expect(await at(time).verify(token)).toEqual(refusal(/"nbf" of the token is not as it has to be/))
    }
  })

  it('holds on another node of the same secret and license, and on no other', async () => {
    const token = await tokens.issue('ann')
    const node = (parts: { readonly secret?: Buffer; readonly license?: string }) =>
      createOwnTokens({ secret, license, now: () => start, ...parts }).verify(token)
    expect(await node({})).toMatchObject({ kind: 'own', user: 'ann' })
    const other = refusal('signature')
    expect(await node({ license: '123e4567-e89b-42d3-a456-426614174001' })).toEqual(other)
    expect(await node({ secret: randomBytes(32) })).toEqual(other)
  })

  it('does not hold with any of its characters changed, left out or added', async () => {
    const token = await tokens.issue('ann')
    const place = fc.nat(token.length - 1)
    const character = fc.constantFrom(...'AZaz09-_.=+/ ')
    const change = fc.constantFrom('replace', 'remove', 'insert')
    const run = fc.asyncProperty(place, character, change, async (index, sign, kind) => {
      const changed =
        token.slice(0, index) +
        (kind === 'remove' ? '' : sign) +
        token.slice(kind === 'insert' ? index : index + 1)
      fc.pre(changed !== token)
      const told = await tokens.verify(changed)
      expect(told).toMatchObject({ kind: 'refused', message: 'The token is not valid.' })
      // What is told has none of it.
      for (const part of changed.split('.').filter((one) => one.length > 8))
        expect(json(told)).not.toContain(part)
    })
    await fc.assert(run, { numRuns: 300 })
  })
})

describe('what is accepted', () => {
  it('is what is signed as the service does', async () => {
    expect(await tokens.verify(signed(json(header), json(claims)))).toMatchObject({ user: 'ann' })
  })

  it.each<[string, object, object]>([
    ['no type', { alg: 'HS256' }, claims],
    ['the type in small letters', { alg: 'HS256', typ: 'jwt' }, claims],
    ['the type as a whole media type', { alg: 'HS256', typ: 'application/JWT' }, claims],
    ['several audiences', header, { ...claims, aud: ['other', 'stardog'] }],
    ['claims of whoever', header, { ...claims, superuser: true, roles: ['x'] }],
    ['equal names in different objects', header, { ...claims, a: { a: [{ a: 1 }, { a: 1 }] } }],
    ['a text like a member', header, { ...claims, a: '"sub": 1, "sub": 2, {' }],
    ['no time from which on', header, { ...claims, nbf: undefined }],
  ])('has %s', async (_, head, payload) => {
    expect(await tokens.verify(signed(json(head), json(payload)))).toEqual({
      kind: 'own',
      user: 'ann',
      issuedAt: seconds,
      expires: expect.any(Number),
    })
  })
})

describe('what is refused', () => {
  it.each<[string, string, object | string, object | string]>([
    ['another algorithm than it has', 'algorithm', { ...header, alg: 'HS512' }, claims],
    ['the algorithm none', 'algorithm', { alg: 'none' }, claims],
    ['the algorithm in other letters', 'algorithm', { alg: 'hs256' }, claims],
    ['no algorithm', 'algorithm', {}, claims],
    ['two algorithms', 'header of the token names a member twice', '{"alg":"HS256","alg":"HS256"}', claims],
    [
      'an escaped second algorithm',
      'header of the token names',
      '{"alg":"none","\\u0061lg":"HS256"}',
      claims,
    ],
    ['another type', 'something else', { ...header, typ: 'at+jwt' }, claims],
    ['a type that is no text', 'something else', { ...header, typ: 1 }, claims],
    ['an extension', 'crit', { ...header, crit: ['b64'], b64: true }, claims],
    ['an extension of nothing', 'crit', { ...header, crit: [] }, claims],
    ['a header that is a list', 'header of the token is no object', '[]', claims],
    ['a header that is no JSON', 'header of the token is no JSON', '{', claims],
    [
      'a header behind a mark of its order of bytes',
      'header of the token is no JSON',
      `\uFEFF${json(header)}`,
      claims,
    ],
    ['a payload that is a text', 'payload of the token is no object', header, '"ann"'],
    ['a payload that is null', 'payload of the token is no object', header, 'null'],
    [
      'two subjects',
      'payload of the token names a member twice',
      header,
      `{"sub":"bob",${json(claims).slice(1)}`,
    ],
    [
      'two of one name further in',
      'payload of the token names',
      header,
      `{"a":[{"b":1,"b":2}],${json(claims).slice(1)}`,
    ],
    ['another issuer', '"iss" of the token is not', header, { ...claims, iss: 'Espalier' }],
    ['no issuer', '"iss" of the token is missing', header, { ...claims, iss: undefined }],
    ['another audience', '"aud" of the token is not', header, { ...claims, aud: 'other' }],
    ['no audience', '"aud" of the token is missing', header, { ...claims, aud: undefined }],
    ['no audiences', '"aud" of the token is not', header, { ...claims, aud: [] }],
    ['no end', '"exp" of the token is missing', header, { ...claims, exp: undefined }],
    ['an end that is a text', '"exp" of the token is not', header, { ...claims, exp: '9999999999' }],
    ['no beginning', '"iat" of the token is missing', header, { ...claims, iat: undefined }],
    ['a beginning that is a text', '"iat" of the token is not', header, { ...claims, iat: '1' }],
    ['a beginning in the future', 'in the future', header, { ...claims, iat: seconds + 31 }],
    ['a time from which on, to come', '"nbf" of the token is not', header, { ...claims, nbf: seconds + 32 }],
    ['no user', '"sub" of the token is missing', header, { ...claims, sub: undefined }],
    ['a user without a name', '"sub" of the token is no text', header, { ...claims, sub: '' }],
    ['a user that is a number', '"sub" of the token is no text', header, { ...claims, sub: 1 }],
    ['users', '"sub" of the token is no text', header, { ...claims, sub: ['ann'] }],
  ])('has %s', async (_, reason, head, payload) => {
    const texts = [head, payload].map((part) => (typeof part === 'string' ? part : json(part)))
    expect(await tokens.verify(signed(texts[0] ?? '', texts[1] ?? ''))).toEqual(refusal(reason))
  })

  it('is signed by another function than it says', async () => {
    expect(await tokens.verify(signed(json(header), json(claims), 'sha512'))).toEqual(refusal('signature'))
  })

  it('is not signed', async () => {
    const [head, payload] = signed(json(header), json(claims)).split('.')
    expect(await tokens.verify(`${head}.${payload}.`)).toEqual(refusal('canonical'))
    expect(await tokens.verify(`${head}.${payload}`)).toEqual(refusal('three parts'))
    expect(await tokens.verify(`${encode('{"alg":"none"}')}.${payload}.`)).toEqual(refusal('canonical'))
  })

  it.each(['', '.', '..', '...', 'ann', 'a.b.c', 'ä.ö.ü', ' ', '\u0000', 'a'.repeat(100_000), 'e30.e30.e30'])(
    'is no token: %#',
    async (text) => {
      expect(await tokens.verify(text)).toMatchObject({ kind: 'refused', message: 'The token is not valid.' })
    },
  )

  it('is the same in another spelling', async () => {
    const token = signed(json(header), json(claims))
    const [head = '', payload = '', signature = ''] = token.split('.')
    const last = signature.at(-1) ?? ''
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // The last letter of 32 bytes has two bits that mean nothing.
    const other = letters[letters.indexOf(last) + 1] ?? ''
    expect(Buffer.from(signature.slice(0, -1) + other, 'base64url')).toEqual(
      Buffer.from(signature, 'base64url'),
    )
    for (const spelled of [
      `${head}.${payload}.${signature.slice(0, -1)}${other}`,
      `${head}.${payload}.${signature}=`,
      `${head}.${payload}.${signature}\n`,
      ` ${token}`,
      `${head}=.${payload}.${signature}`,
    ]) {
      expect(await tokens.verify(spelled)).toEqual(refusal('canonical'))
    }
  })

  it('has text that is no UTF-8, or is too long', async () => {
    const key = Buffer.from(hkdfSync('sha256', secret, license, 'espalier token v1', 32))
    const bytes = Buffer.concat([
      Buffer.from(json(claims).slice(0, -1)),
      Buffer.from(',"x":"\xff"}', 'latin1'),
    ])
    const text = `${encode(json(header))}.${encode(bytes)}`
    const token = `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    expect(await tokens.verify(token)).toEqual(refusal('payload of the token is no JSON'))
    const long = signed(json(header), json({ ...claims, x: 'x'.repeat(12_500) }))
    expect(await tokens.verify(long)).toEqual(refusal('more than 16384 characters'))
    const fitting = signed(json(header), json({ ...claims, x: 'x'.repeat(11_900) }))
    expect(await tokens.verify(fitting)).toMatchObject({ kind: 'own' })
  })
})
