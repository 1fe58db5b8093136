import { spawnSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeCertificate, makeCertificate } from '../../../test/server-certificates.ts'
import { readClientCertificate } from './read-client-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-certificate-'))
const password = 'correct horse'
let own: MadeCertificate
let other: MadeCertificate
let authority: MadeCertificate

beforeAll(async () => {
  authority = await makeCertificate({ names: ['Authority'] })
  own = await makeCertificate({ bits: 2048 })
  other = await makeCertificate({ bits: 2048, by: own })
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(content: string | Buffer, name = 'client'): string {
  const path = join(folder, name)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

function encrypted(key: string, cipher = 'aes-256-cbc', passphrase = password): string {
  return createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher, passphrase }).toString()
}

/** What a file is read as, with its key as PEM. */
function read(path: string, shown = password, now?: Date) {
  const outcome = readClientCertificate(path, shown, now)
  if (outcome.kind === 'problem') return outcome
  const { proof, warnings } = outcome
  const key = proof.key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { certificate: proof.certificate.toString('base64'), key, warnings }
}

function asRead({ certificate, key }: MadeCertificate) {
  const pem = createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    certificate: new X509Certificate(certificate).raw.toString('base64'),
    key: pem,
    warnings: [],
  }
}

describe('a client certificate in PEM', () => {
  it.each<[string, () => string]>([
    ['after a key', () => `${own.key}\n${own.certificate}`],
    ['before an encrypted key', () => `${own.certificate}\r\n${encrypted(own.key)}`],
    ['with a key under triple DES', () => own.certificate + encrypted(own.key, 'des-ede3-cbc')],
    [
      'among words',
      () => `Bag Attributes\n  friendlyName: x-y\n${own.certificate}\nKey - \n${encrypted(own.key)}`,
    ],
    ['behind one of the chain', () => authority.certificate + own.certificate + encrypted(own.key)],
    ['with the key of the chain', () => own.certificate + authority.key + encrypted(own.key)],
  ])('is read %s', (_, text) => {
    expect(read(file(text()))).toEqual(asRead(own))
  })

  it('is read with a key of the older form, with headers', () => {
    const key = createPrivateKey(own.key).export({
      type: 'pkcs1',
      format: 'pem',
      cipher: 'aes-128-cbc',
      passphrase: password,
    })
    expect(key.toString()).toContain('DEK-Info')
    expect(read(file(own.certificate + key.toString()))).toEqual(asRead(own))
    expect(read(file(own.certificate + key.toString()), 'wrong')).toMatchObject({ kind: 'problem' })
  })

  it.each<[string, () => string, string]>([
    ['a certificate alone', () => own.certificate, 'holds no private key; it has to stand in the same file'],
    ['a key alone', () => own.key, 'holds no certificate.'],
    [
      'the key of another',
      () => own.certificate + other.key,
      'holds a private key that is not that of its certificate.',
    ],
    ['a key on a curve', () => authority.certificate + authority.key, 'holds a private key that is not RSA.'],
    [
      'a broken key',
      () => own.certificate + own.key.replace(/\n.{40}/u, '\n'),
      'holds a private key that cannot be read.',
    ],
    [
      'a broken certificate',
      () => own.certificate.replace(/\n.{40}/u, '\n') + own.key,
      'holds a certificate that cannot be read.',
    ],
    ['a block without an end', () => '-----BEGIN CERTIFICATE-----\nMII', 'holds no certificate.'],
  ])('is refused where the file holds %s', (_, text, message) => {
    expect(read(file(text()))).toEqual({ kind: 'problem', message: expect.stringContaining(message) })
  })

  it('is refused by a wrong password, which nothing tells', () => {
    const path = file(own.certificate + encrypted(own.key))
    for (const wrong of ['', 'wrong-password']) {
      expect(read(path, wrong)).toEqual({
        kind: 'problem',
        message: 'is not opened by "clientCertificatePassword".',
      })
    }
  })

  it('is refused with a short key', async () => {
    const short = await makeCertificate({ bits: 1024 })
    expect(read(file(short.certificate + short.key))).toEqual({
      kind: 'problem',
      message: 'holds an RSA key of 1024 bits; it needs at least 2048.',
    })
  })

  it('is warned of when it does not hold at present', () => {
    const path = file(own.certificate + own.key)
    const year = 365 * 86_400_000
    const { validFrom, validTo } = new X509Certificate(own.certificate)
    const day = (text: string) => new Date(text).toISOString().slice(0, 10)
    expect(read(path, '', new Date(Date.now() + year))).toMatchObject({
      warnings: [`holds a certificate that expired on ${day(validTo)}.`],
    })
    expect(read(path, '', new Date(Date.now() - year))).toMatchObject({
      warnings: [`holds a certificate that is not valid before ${day(validFrom)}.`],
    })
  })
})

describe('a file', () => {
  it.skipIf(process.platform === 'win32')('that everybody may read is warned of', () => {
    const path = file(own.certificate + own.key)
    chmodSync(path, 0o644)
    expect(read(path)).toMatchObject({ warnings: ['can be read by every user of this machine.'] })
    chmodSync(path, 0o600)
  })

  it.each<[string, () => string, string]>([
    ['that there is not', () => join(folder, 'none'), 'cannot be read: there is no such file.'],
    ['that is a folder', () => mkdtempSync(join(folder, 'sub')), 'is a folder.'],
    ['that is empty', () => file(''), 'is neither PEM nor PKCS #12.'],
    ['of text', () => file('password: secret'), 'is neither PEM nor PKCS #12.'],
    ['that is huge', () => file(Buffer.alloc(1_048_577, 0x30)), 'is larger than 1 MiB.'],
    [
      'with a certificate in DER',
      () => file(new X509Certificate(own.certificate).raw),
      'is not PKCS #12 with a certificate and its private key.',
    ],
    ['that begins like DER', () => file(Buffer.from([0x30, 0x82, 0xff, 0xff, 1])), 'is not PKCS #12'],
  ])('%s is told of', (_, path, message) => {
    expect(read(path())).toEqual({ kind: 'problem', message: expect.stringContaining(message) })
  })
})

/** A file such as Windows and Java make. */
function pkcs12(
  made: MadeCertificate,
  algorithm: '3des' | 'aes128' | 'aes256',
  others: string[] = [],
): Buffer {
  const { pki, pkcs12: format, asn1 } = forge
  const certificates = [made.certificate, ...others].map((pem) => pki.certificateFromPem(pem))
  const key = createPrivateKey(made.key).export({ type: 'pkcs1', format: 'pem' }).toString()
  const packed = format.toPkcs12Asn1(pki.privateKeyFromPem(key), certificates, password, { algorithm })
  return Buffer.from(asn1.toDer(packed).getBytes(), 'latin1')
}

describe('a client certificate in PKCS #12', () => {
  it.each(['3des', 'aes128', 'aes256'] as const)('is read under %s', (algorithm) => {
    const path = file(pkcs12(own, algorithm))
    expect(read(path)).toEqual(asRead(own))
    expect(read(path, 'wrong')).toEqual({
      kind: 'problem',
      message: 'is not opened by "clientCertificatePassword".',
    })
  })

  it('is found among others', async () => {
    const root = await makeCertificate({ bits: 2048, names: ['Root'] })
    expect(read(file(pkcs12(own, 'aes256', [root.certificate])))).toEqual(asRead(own))
  })

  it('is refused where it is cut short, or changed in the middle', () => {
    const bytes = pkcs12(own, 'aes256')
    expect(read(file(bytes.subarray(0, -20)))).toMatchObject({ kind: 'problem' })
    const changed = Buffer.from(bytes)
    const middle = changed.length >> 1
    changed[middle] = (changed[middle] ?? 0) ^ 1
    expect(read(file(changed))).toMatchObject({ kind: 'problem' })
  })

  it('is refused where it holds a key without a certificate', () => {
    const { pki, pkcs12: format, asn1 } = forge
    const none: forge.pki.Certificate[] = JSON.parse('null')
    const key = pki.privateKeyFromPem(
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs1', format: 'pem' })
        .toString(),
    )
    const packed = asn1.toDer(format.toPkcs12Asn1(key, none, password)).getBytes()
    expect(read(file(Buffer.from(packed, 'latin1')))).toMatchObject({ message: 'holds no certificate.' })
  })
})

/** A certificate for a key of RSA that a key on a curve signed. */
function signedByCurve(): MadeCertificate {
  const options = {
    CA: file(authority.certificate, 'a.pem'),
    CAkey: file(authority.key, 'a-key.pem'),
    key: file(own.key, 'k.pem'),
    subj: '/CN=Espalier',
    config: file('[req]\ndistinguished_name = name\n[name]\n', 'config'),
  }
  const named = Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])
  const { stdout } = spawnSync('openssl', ['req', '-new', '-x509', ...named])
  return { certificate: stdout.toString(), key: own.key }
}

/** A file that the program of OpenSSL makes; nothing where it cannot, as old ciphers may be left out of it, or it is not there. */
function byOpenssl(
  made: MadeCertificate,
  secret: string,
  options: readonly string[] = [],
): Buffer | undefined {
  const paths = [file(made.certificate, 'c.pem'), file(made.key, 'k.pem')] as const
  const [certificate, key] = paths
  const named = ['pkcs12', '-export', '-in', certificate, '-inkey', key, '-passout', `pass:${secret}`]
  const { status, stdout } = spawnSync('openssl', [...named, ...options])
  return status === 0 ? stdout : undefined
}

const openssl = spawnSync('openssl', ['version']).status === 0

describe.runIf(openssl)('a file of OpenSSL', () => {
  it.each<[string, string, readonly string[]]>([
    ['with the ciphers of today', password, []],
    ['with a password beyond ASCII', 'Gärtnerei € 𝛼', []],
    ['with no password', '', []],
    ['without a seal', password, ['-nomac']],
    ['whose certificate is not encrypted', password, ['-certpbe', 'NONE']],
    ['that is not encrypted at all', password, ['-certpbe', 'NONE', '-keypbe', 'NONE']],
    ['with a seal of SHA-512', password, ['-macalg', 'sha512']],
    ['with names in it', password, ['-name', 'Gärtnerei', '-caname', 'x']],
  ])('is read %s', (_, secret, options) => {
    for (const made of [own, other, signedByCurve()]) {
      const bytes = byOpenssl(made, secret, options)
      expect(bytes).toBeDefined()
      expect(read(file(bytes ?? ''), secret)).toEqual(asRead(made))
    }
  })

  it.each([password, 'Gärtnerei €'])('is read with the ciphers before (%s)', (secret) => {
    const bytes = byOpenssl(own, secret, ['-legacy'])
    // RC2 is left out of some builds.
    if (bytes !== undefined) expect(read(file(bytes), secret)).toEqual(asRead(own))
  })

  it.each([password, 'Gärtnerei €'])('is not read with another password than %s', (secret) => {
    for (const options of [[], ['-nomac']]) {
      expect(read(file(byOpenssl(own, secret, options) ?? ''), 'Gärtner')).toEqual({
        kind: 'problem',
        message: 'is not opened by "clientCertificatePassword".',
      })
    }
  })

  it.each([
    ['-macalg', 'sha224'],
    ['-keypbe', 'camellia-256-cbc'],
    ['-certpbe', 'aria-256-cbc'],
  ])('is refused with what few use: %s %s', (option, algorithm) => {
    const bytes = byOpenssl(own, password, [option, algorithm])
    expect(read(file(bytes ?? ''))).toEqual({
      kind: 'problem',
      message: 'is PKCS #12 with a cipher, a digest or an entry that is not supported.',
    })
  })

  it('is refused with a key on a curve', () => {
    expect(read(file(byOpenssl(authority, password) ?? ''))).toMatchObject({
      message: expect.stringContaining('RSA'),
    })
  })
})
