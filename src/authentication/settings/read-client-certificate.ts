import type { KeyObject, X509Certificate } from 'node:crypto'
import { type CertificateContents, contentsProblem } from './certificate-contents.ts'
import { pemContents } from './pem-contents.ts'
import { pkcs12Contents } from './pkcs12-contents.ts'
import { readSmallFile } from './read-small-file.ts'
import type { ClientProof } from './token-settings.ts'

/** What a client certificate came to. All texts go on after the name of the file. */
export type ReadClientCertificate =
  | {
      readonly kind: 'proof'
      readonly proof: Extract<ClientProof, { kind: 'certificate' }>
      /** What the operator should look at, though it may work. */
      readonly warnings: readonly string[]
    }
  | { readonly kind: 'problem'; readonly message: string }

/** Bits of an RSA key at least (NIST SP 800-131A). */
const fewestBits = 2_048

/**
 * Reads the certificate that the service shows to an issuer, and its RSA key: a file in PEM with both, or in PKCS #12.
 *
 * @param password of the file; not looked at where nothing in it is encrypted
 */
export function readClientCertificate(
  path: string,
  password: string,
  now = new Date(),
): ReadClientCertificate {
  const file = readSmallFile(path)
  if (file.kind === 'problem') return file
  const contents = contentsOf(file.bytes, password)
  if (contents.kind === 'problem') return contents
  const pair = pairOf(contents.keys, contents.certificates)
  if (typeof pair === 'string') return { kind: 'problem', message: pair }
  const { key, certificate } = pair
  const warnings = [
    ...(file.readByOthers ? ['can be read by every user of this machine.'] : []),
    ...datesOf(certificate, now),
  ]
  return { kind: 'proof', proof: { kind: 'certificate', key, certificate: certificate.raw }, warnings }
}

function contentsOf(bytes: Buffer, password: string): CertificateContents {
  if (bytes.includes('-----BEGIN ')) return pemContents(bytes.toString('latin1'), password)
  // DER begins with a sequence.
  if (bytes[0] === 0x30) return pkcs12Contents(bytes, password)
  return contentsProblem('is neither PEM nor PKCS #12.')
}

/** The one key that is a certificate's, and that; or why there is none. */
function pairOf(
  keys: readonly KeyObject[],
  certificates: readonly X509Certificate[],
): { readonly key: KeyObject; readonly certificate: X509Certificate } | string {
  if (certificates.length === 0) return 'holds no certificate.'
  if (keys.length === 0) return 'holds no private key; it has to stand in the same file as the certificate.'
  const key = keys.find((each) => certificates.some((certificate) => certificate.checkPrivateKey(each)))
  const certificate = key && certificates.find((each) => each.checkPrivateKey(key))
  if (key === undefined || certificate === undefined) {
    return 'holds a private key that is not that of its certificate.'
  }
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined) return 'holds a private key that is not RSA.'
  if (bits < fewestBits) return `holds an RSA key of ${bits} bits; it needs at least ${fewestBits}.`
  return { key, certificate }
}

/** What there is to say of when a certificate holds. */
function datesOf({ validFromDate, validToDate }: X509Certificate, now: Date): readonly string[] {
  if (validToDate < now) return [`holds a certificate that expired on ${dayOf(validToDate)}.`]
  if (validFromDate > now) return [`holds a certificate that is not valid before ${dayOf(validFromDate)}.`]
  return []
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
