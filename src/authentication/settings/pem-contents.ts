import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type CertificateContents, contentsProblem, wrongPassword } from './certificate-contents.ts'

/** One block of a PEM file (RFC 7468, section 3), also of the older kind with headers (RFC 1421). */
const block = /-----BEGIN (?<label>[A-Z0-9 ]+)-----[^-]+(?:-[^-]+)*?-----END \k<label>-----/gu

/** Keys and certificates of a text in PEM; its keys may be encrypted, or not. */
export function pemContents(text: string, password: string): CertificateContents {
  const keys: KeyObject[] = []
  const certificates: X509Certificate[] = []
  for (const { 0: pem, groups } of text.matchAll(block)) {
    const label = groups?.['label'] ?? ''
    if (label.endsWith('CERTIFICATE')) {
      const certificate = certificateOf(pem)
      if (certificate === undefined) return contentsProblem('holds a certificate that cannot be read.')
      certificates.push(certificate)
    } else if (label.endsWith('PRIVATE KEY')) {
      const key = privateKeyOf(pem, password)
      if (typeof key === 'string') return contentsProblem(key)
      keys.push(key)
    }
  }
  return { kind: 'contents', keys, certificates }
}

function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** The key, or what is wrong with it. */
function privateKeyOf(pem: string, password: string): KeyObject | string {
  try {
    return createPrivateKey({ key: pem, passphrase: password })
  } catch (error) {
    if (!/ENCRYPTED/u.test(pem)) return 'holds a private key that cannot be read.'
    const unsupported = error instanceof Error && 'code' in error && error.code === 'ERR_OSSL_UNSUPPORTED'
    return unsupported
      ? 'holds a private key that is encrypted in a way that is not supported.'
      : wrongPassword
  }
}
