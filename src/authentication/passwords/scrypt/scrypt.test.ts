import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { scryptParameters } from '../kept-password.ts'
import { createScrypt } from './scrypt.ts'

describe('scrypt', () => {
  it.each([
    // RFC 7914, 12.
    [
      '',
      '',
      4,
      1,
      1,
      '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
    ],
    [
      'password',
      'NaCl',
      10,
      8,
      16,
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    ],
    [
      'pleaseletmein',
      'SodiumChloride',
      14,
      8,
      1,
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    ],
  ])('makes of %j and %j what the RFC says', (password, salt, costExponent, blockSize, parallelism, key) => {
    const scrypt = createScrypt({ costExponent, blockSize, parallelism })
    expect(scrypt(Buffer.from(password), Buffer.from(salt), 64).toString('hex')).toBe(key)
  })

  it('makes what OpenSSL makes, call after call, by the parameters of the service and by others', () => {
    const others = [1, 2, 3, 4, 5, 8, 16].map((blockSize) => ({
      costExponent: 1 + (blockSize % 11),
      blockSize,
      parallelism: 1 + (blockSize % 4),
    }))
    for (const parameters of [...others, scryptParameters]) {
      const scrypt = createScrypt(parameters)
      for (const length of [1, 32, 100]) {
        const password = randomBytes(length)
        const salt = randomBytes(16)
        const { costExponent, blockSize: r, parallelism: p } = parameters
        const options = { N: 2 ** costExponent, r, p, maxmem: 2 ** 30 }
        const made = scrypt(password, salt, length)
        expect(made.toString('hex')).toBe(scryptSync(password, salt, length, options).toString('hex'))
      }
    }
  })
})
