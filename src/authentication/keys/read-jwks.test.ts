import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readJwks } from './read-jwks.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = publicKey.export({ format: 'jwk' })
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
const weak = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey.export({
  format: 'jwk',
})
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

describe('the keys of a JWKS', () => {
  it.each<[string, object, object]>([
    ['no more than a key', {}, {}],
    ['its name', { kid: 'a' }, { kid: 'a' }],
    ['an empty name', { kid: '' }, { kid: '' }],
    ['its use', { use: 'sig' }, {}],
    ['its operations', { key_ops: ['sign', 'verify'] }, {}],
    ['its algorithm', { alg: 'RS384' }, { algorithm: 'RS384' }],
    ['a certificate and what nobody knows', { x5c: ['x'], x5t: 'y', 'urn:z': 1 }, {}],
  ])('have %s', (_, members, wanted) => {
    const read = readJwks({ keys: [{ ...jwk, ...members }], more: 1 })
    expect(read).toEqual({ keys: [{ key: expect.anything(), ...wanted }], skipped: [] })
    expect(read?.keys[0]?.key.equals(publicKey)).toBe(true)
  })

  it.each<[string, unknown, RegExp]>([
    ['a text', 'key', /^Key 1 is no object\.$/u],
    ['null', null, /is no object/u],
    ['without a kind', { ...jwk, kty: undefined }, /no RSA key/u],
    ['on a curve', { ...curve, kid: 'e' }, /^Key 1 \("e"\) is no RSA key\.$/u],
    ['a secret', { kty: 'oct', k: 'c2VjcmV0' }, /no RSA key/u],
    ['private', privateKey.export({ format: 'jwk' }), /is a private key/u],
    ['half private', { ...jwk, p: 'AQAB' }, /is a private key/u],
    ['a secret as well', { ...jwk, k: 'c2VjcmV0' }, /is a private key/u],
    ['for encryption', { ...jwk, use: 'enc' }, /"use"/u],
    ['of a use that is no text', { ...jwk, use: 1 }, /"use"/u],
    ['for encrypting', { ...jwk, key_ops: ['encrypt'] }, /"key_ops"/u],
    ['for nothing', { ...jwk, key_ops: [] }, /"key_ops"/u],
    ['of operations that are no list', { ...jwk, key_ops: 'verify' }, /"key_ops"/u],
    ['for signatures with salt', { ...jwk, alg: 'PS256' }, /"alg"/u],
    ['for encryption by its algorithm', { ...jwk, alg: 'RSA-OAEP' }, /"alg"/u],
    ['for the algorithm none', { ...jwk, alg: 'none' }, /"alg"/u],
    ['for a secret’s algorithm', { ...jwk, alg: 'HS256' }, /"alg"/u],
    ['of an algorithm that is null', { ...jwk, alg: null }, /"alg"/u],
    ['of a name that is a number', { ...jwk, kid: 1 }, /"kid"/u],
    ['without a modulus', { ...jwk, n: undefined }, /lacks/u],
    ['of an exponent that is a number', { ...jwk, e: 65_537 }, /lacks/u],
    ['of an empty modulus', { ...jwk, n: '' }, /cannot be read|bits/u],
    ['of letters that mean nothing', { ...jwk, n: '!!!' }, /cannot be read|bits/u],
    ['short', short, /has 1024 bits, fewer than 2048/u],
    ['of a small exponent', weak, /weak exponent/u],
    ['of an even exponent', { ...jwk, e: 'AQAA' }, /weak exponent|cannot be read/u],
  ])('are left out where they are %s', (_, entry, reason) => {
    const read = readJwks({ keys: [entry, { ...jwk, kid: 'good' }] })
    expect(read?.keys.map(({ kid }) => kid)).toEqual(['good'])
    expect(read?.skipped).toEqual([expect.stringMatching(reason)])
    for (const value of [jwk.n, privateKey.export({ format: 'jwk' }).d, 'c2VjcmV0'])
      expect(read?.skipped.join('')).not.toContain(value)
  })

  it('are none where there are none', () => {
    expect(readJwks({ keys: [] })).toEqual({ keys: [], skipped: [] })
  })

  it('are no more than a hundred', () => {
    const read = readJwks({ keys: Array.from({ length: 101 }, () => jwk) })
    expect(read?.keys).toHaveLength(100)
    expect(read?.skipped).toEqual(['Only the first 100 keys are read.'])
  })

  it('quote no name that goes on', () => {
    const [line = ''] = readJwks({ keys: [{ kty: 'EC', kid: `a\n${'x'.repeat(10_000)}` }] })?.skipped ?? []
    expect(line).toMatch(/^Key 1 \("a\\nx+"\) is no RSA key\.$/u)
    expect(line.length).toBeLessThan(200)
  })

  it.each([undefined, null, 1, 'keys', [], [jwk], {}, { keys: {} }, { keys: null }, jwk])(
    'are not in %j',
    (value) => {
      expect(readJwks(value)).toBeUndefined()
    },
  )
})
