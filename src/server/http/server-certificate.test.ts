import { createPrivateKey } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type MadeCertificate, makeCertificate } from '../../../test/server-certificates.ts'
import { ServiceError } from '../../errors.ts'
import { checkCertificate } from './server-certificate.ts'

let own: MadeCertificate
let other: MadeCertificate
beforeAll(async () => {
  own = await makeCertificate()
  other = await makeCertificate({ names: ['other.example'] })
})

function check(certificate: string, key: string, now = new Date()) {
  return checkCertificate({ name: 'c.pem', text: certificate }, { name: 'k.pem', text: key }, now)
}

/** A certificate as its own lines. */
const lines = (certificate: string) => `${certificate.trim()}\n`

/** What is said of a certificate and a key that cannot be used. */
function refusal(certificate: string, key: string, now?: Date): string {
  try {
    check(certificate, key, now)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    expect(error.kind).toBe('invalidConfiguration')
    return error.message
  }
  throw new Error('It was not refused.')
}

it('takes a certificate with its key', () => {
  expect(check(own.certificate, own.key)).toEqual({ certificate: lines(own.certificate), key: own.key })
})

it('takes a key of RSA in the older form too, and text around it', async () => {
  const rsa = await makeCertificate({ bits: 2048 })
  const older = createPrivateKey(rsa.key).export({ type: 'pkcs1', format: 'pem' })
  const key = `Bag Attributes\n${older}`
  expect(check(`subject=localhost\n${rsa.certificate}`, key).key).toBe(key)
})

it('takes the certificates by which it was signed behind it, and not before it', async () => {
  const signed = await makeCertificate({ by: own })
  const [first, second] = [signed.certificate, own.certificate]
  // Also where there is no line break between them.
  expect(check(`${first}${second}`, signed.key).certificate).toBe(`${lines(first)}${lines(second)}`)
  expect(refusal(`${second}${first}`, signed.key)).toBe(
    'The certificates in "c.pem" are in the wrong order: that of the server must be the first.',
  )
})

it('refuses a key of another certificate', () => {
  expect(refusal(own.certificate, other.key)).toBe(
    'The key in "k.pem" is not that of the certificate in "c.pem".',
  )
})

it('refuses files that were exchanged', () => {
  expect(refusal(own.key, own.certificate)).toContain('Name the certificate with --tls-cert')
})

it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nMIIB'])(
  'refuses %j for a certificate',
  (text) => {
    expect(refusal(text, own.key)).toContain('"c.pem" holds no certificate in the form PEM')
  },
)

it.each(['', 'no key', '-----BEGIN PUBLIC KEY-----'])('refuses %j for a key', (text) => {
  expect(refusal(own.certificate, text)).toContain('"k.pem" holds no key in the form PEM')
})

it('refuses what is damaged', () => {
  const cut = (text: string) => text.replace(/\n[\w+/=]+\n-----END/u, '\n-----END')
  expect(refusal(cut(own.certificate), own.key)).toContain('A certificate in "c.pem" is damaged')
  expect(refusal(`${own.certificate}${cut(other.certificate)}`, own.key)).toContain('is damaged')
  const damaged = refusal(own.certificate, cut(own.key))
  expect(damaged).toContain('The key in "k.pem" is damaged')
  expect(damaged).not.toContain(own.key.split('\n')[1])
})

it('refuses a key that is locked, in either form', () => {
  const [cipher, passphrase] = ['aes-128-cbc', 'four words in order']
  const locked = createPrivateKey(own.key).export({ type: 'pkcs8', format: 'pem', cipher, passphrase })
  const older = createPrivateKey(own.key).export({ type: 'sec1', format: 'pem', cipher, passphrase })
  for (const key of [locked, older]) {
    expect(refusal(own.certificate, String(key))).toContain('The key in "k.pem" is locked by a passphrase')
  }
})

it('refuses a certificate before its time and after it', () => {
  const [past, future] = [new Date('2000-01-01'), new Date('2400-01-01')]
  expect(refusal(own.certificate, own.key, past)).toContain('The certificate in "c.pem" holds from')
  expect(refusal(own.certificate, own.key, future)).toContain('The certificate in "c.pem" expired on')
})

it('refuses a key that is too short to be safe', async () => {
  const weak = await makeCertificate({ bits: 512 })
  expect(refusal(weak.certificate, weak.key)).toBe(
    'The certificate in "c.pem" cannot be used: ee key too small.',
  )
})
