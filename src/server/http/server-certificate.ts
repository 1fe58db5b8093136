import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { ServiceError } from '../../errors.ts'

/** What a server shows of itself over TLS: its certificate with those that it was signed by, and its key, both PEM (RFC 7468). */
export interface ServerCertificate {
  readonly certificate: string
  readonly key: string
}

/** A file as it was given: what it is called, and its text. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/**
 * Checks that a server can be run with a certificate and a key, before it listens: that they are what they should be, belong
 * together, and hold at `now`.
 *
 * @throws ServiceError `invalidConfiguration` which names the file, and what to do; nothing of the key is in it
 */
export function checkCertificate(certificate: NamedText, key: NamedText, now: Date): ServerCertificate {
  const chain = certificatesOf(certificate)
  const [own] = chain
  const privateKey = privateKeyOf(key)
  if (!own.checkPrivateKey(privateKey)) {
    const later = chain.some((one) => one.checkPrivateKey(privateKey))
    throw wrong(
      later
        ? `The certificates in "${certificate.name}" are in the wrong order: that of the server must be the first.`
        : `The key in "${key.name}" is not that of the certificate in "${certificate.name}".`,
    )
  }
  if (now < own.validFromDate)
    throw wrong(`The certificate in "${certificate.name}" holds from ${own.validFrom} on.`)
  if (now > own.validToDate)
    throw wrong(`The certificate in "${certificate.name}" expired on ${own.validTo}.`)
  // One after the other, also where a file was made of others that did not end in a line break.
  const text = chain.map(String).join('')
  try {
    createSecureContext({ cert: text, key: key.text })
  } catch (error) {
    // Such as a key that is too short to be safe.
    throw wrong(`The certificate in "${certificate.name}" cannot be used: ${reasonOf(error)}.`)
  }
  return { certificate: text, key: key.text }
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/gu
const keyBlock = /-----BEGIN [A-Z ]*PRIVATE KEY-----/u
const lockedKey = /-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/mu

function certificatesOf({ name, text }: NamedText): readonly [X509Certificate, ...X509Certificate[]] {
  const [own, ...others] = text.match(certificateBlock) ?? []
  if (own === undefined) {
    throw wrong(
      keyBlock.test(text)
        ? `"${name}" holds a key and no certificate. Name the certificate with --tls-cert and the key with --tls-key.`
        : `"${name}" holds no certificate in the form PEM, which begins with -----BEGIN CERTIFICATE-----.`,
    )
  }
  const read = (block: string): X509Certificate => {
    try {
      return new X509Certificate(block)
    } catch (error) {
      throw wrong(`A certificate in "${name}" is damaged (${reasonOf(error)}).`)
    }
  }
  return [read(own), ...others.map(read)]
}

function privateKeyOf({ name, text }: NamedText): KeyObject {
  if (!keyBlock.test(text)) {
    throw wrong(`"${name}" holds no key in the form PEM, which begins with -----BEGIN PRIVATE KEY-----.`)
  }
  if (lockedKey.test(text)) {
    throw wrong(
      `The key in "${name}" is locked by a passphrase, and a server starts unattended. Unlock it (openssl pkey -in FILE -out NEW), and let only the server's user read it.`,
    )
  }
  try {
    return createPrivateKey(text)
  } catch (error) {
    throw wrong(`The key in "${name}" is damaged, or of a kind that is not supported (${reasonOf(error)}).`)
  }
}

/** What OpenSSL says, without its numbers; it repeats nothing of the key. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split(':').at(-1)?.trim() ?? text
}

function wrong(message: string): ServiceError {
  return new ServiceError('invalidConfiguration', message)
}
