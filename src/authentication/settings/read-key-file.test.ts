import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../../test/read-settings.ts'
import { makeCertificate } from '../../../test/server-certificates.ts'
import { makeTokenKeyFiles, type TokenKeyFiles } from '../../../test/token-key-files.ts'

let files: TokenKeyFiles

beforeAll(() => {
  files = makeTokenKeyFiles()
  const publicKey = createPublicKey(readFileSync(join(files.folder, 'public.pem')))
  const privateKey = createPrivateKey(readFileSync(join(files.folder, 'private.pem')))
  files.write('public.der', publicKey.export({ type: 'spki', format: 'der' }))
  files.write('public-pkcs1.pem', publicKey.export({ type: 'pkcs1', format: 'pem' }))
  files.write('public-pkcs1.der', publicKey.export({ type: 'pkcs1', format: 'der' }))
  files.write('private.der', privateKey.export({ type: 'pkcs8', format: 'der' }))
  files.write('private-pkcs1.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }))
  files.write('private-pkcs1.der', privateKey.export({ type: 'pkcs1', format: 'der' }))
  const encrypted = { format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hunter2' } as const
  files.write('encrypted.pem', privateKey.export({ ...encrypted, type: 'pkcs8' }))
  files.write('encrypted-pkcs1.pem', privateKey.export({ ...encrypted, type: 'pkcs1' }))
  const pem = readFileSync(join(files.folder, 'public.pem'), 'utf8')
  files.write('spaced.pem', `Key of the garden\r\n\r\n${pem.replaceAll('\n', '\r\n')}\r\n`)
  files.write('truncated.pem', pem.slice(0, 200))
  files.write('empty.pem', '')
  files.write('text.pem', 'no key')
  files.write('large.pem', 'x'.repeat(2 ** 20 + 1))
  const write = (
    name: string,
    pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  ): void => {
    files.write(`${name}-public.pem`, pair.publicKey.export({ type: 'spki', format: 'pem' }))
    files.write(`${name}-private.pem`, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
  write('short', generateKeyPairSync('rsa', { modulusLength: 1024 }))
  write('odd', generateKeyPairSync('rsa', { modulusLength: 2047 }))
  write('exponent', generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }))
  write('ec', generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  write('ed25519', generateKeyPairSync('ed25519'))
  write('pss', generateKeyPairSync('rsa-pss', { modulusLength: 2048 }))
})
afterAll(() => files[Symbol.dispose]())

function signerWith(publicKey: string, privateKey: string): ReturnType<typeof readSettings> {
  const paths = `publicKey: 'DIR/${publicKey}', privateKey: 'DIR/${privateKey}'`
  return readSettings(`signer: { algorithm: RS256, issuer: mine, ${paths} }`, files.folder)
}

describe('a file with a key', () => {
  it.each(['public.pem', 'public.der', 'public-pkcs1.pem', 'public-pkcs1.der', 'spaced.pem'])(
    'is read as a public key: %s',
    (name) => {
      expect(signerWith(name, 'private.pem')).toMatchObject({ problems: [], warnings: [] })
    },
  )

  it.each(['private.pem', 'private.der', 'private-pkcs1.pem', 'private-pkcs1.der'])(
    'is read as a private key: %s',
    (name) => {
      expect(signerWith('public.pem', name)).toMatchObject({ problems: [], warnings: [] })
    },
  )

  it('may be a certificate, whose public key counts', async () => {
    const { certificate, key } = await makeCertificate({ bits: 2048 })
    files.write('certificate.pem', certificate)
    files.write('certificate-key.pem', key)
    expect(signerWith('certificate.pem', 'certificate-key.pem')).toMatchObject({ problems: [] })
  })

  it.each<[name: string, expected: string]>([
    ['none.pem', 'cannot be read: there is no such file.'],
    ['.', 'is a folder.'],
    ['empty.pem', 'holds no public key. Expected one in PEM ("-----BEGIN PUBLIC KEY-----").'],
    ['text.pem', 'holds no public key.'],
    ['truncated.pem', 'holds no public key.'],
    ['large.pem', 'is larger than 1 MiB.'],
    ['private.pem', 'holds a private key. Expected a public one.'],
    ['private-pkcs1.pem', 'holds a private key. Expected a public one.'],
    ['encrypted.pem', 'holds a private key. Expected a public one.'],
    ['private.der', 'holds a private key. Expected a public one.'],
    ['short-public.pem', 'holds a key of 1024 bits. Expected 2048 or more.'],
    ['odd-public.pem', 'holds a key of 2047 bits. Expected 2048 or more.'],
    ['exponent-public.pem', 'holds a key whose exponent is 3. Expected 65537 or more.'],
    ['ec-public.pem', 'holds a key of the kind ec. Expected one for RSA.'],
    ['ed25519-public.pem', 'holds a key of the kind ed25519. Expected one for RSA.'],
    ['pss-public.pem', 'holds a key of the kind rsa-pss. Expected one for RSA.'],
  ])('is no public key: %s', (name, expected) => {
    expect(signerWith(name, 'private.pem').problems).toEqual([
      expect.stringContaining(`1:54 signer.publicKey: The file "${files.folder}/${name}" ${expected}`),
    ])
  })

  it.each<[name: string, expected: string]>([
    ['none.pem', 'cannot be read: there is no such file.'],
    ['text.pem', 'holds no private key. Expected one in PEM ("-----BEGIN PRIVATE KEY-----").'],
    ['empty.pem', 'holds no private key.'],
    ['public.pem', 'holds a public key only.'],
    ['encrypted.pem', 'holds a key under a password. Expected one without (openssl pkey -in FILE -out NEW).'],
    ['encrypted-pkcs1.pem', 'holds a key under a password.'],
    ['short-private.pem', 'holds a key of 1024 bits.'],
    ['exponent-private.pem', 'holds a key whose exponent is 3.'],
    ['ec-private.pem', 'holds a key of the kind ec.'],
    ['pss-private.pem', 'holds a key of the kind rsa-pss.'],
  ])('is no private key: %s', (name, expected) => {
    const { problems } = signerWith('public.pem', name)
    expect(problems).toEqual([
      expect.stringContaining(`signer.privateKey: The file "${files.folder}/${name}" ${expected}`),
    ])
  })

  it('has to be of the same pair', () => {
    expect(signerWith('public.pem', 'other-private.pem').problems).toEqual([
      expect.stringContaining(
        'signer.publicKey: Expected the public key of "privateKey"; this is that of another one.',
      ),
    ])
  })

  it.each(['short', 'exponent', 'ec', 'pss'])('is as strong where tokens are verified by it: %s', (name) => {
    const text = `issuers: { https://a.example: { audience: me, algorithms: { RS256: { publicKey: DIR/${name}-public.pem } } } }`
    expect(readSettings(text, files.folder).problems).toEqual([expect.stringContaining('holds a key')])
  })
})
