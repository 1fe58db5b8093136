import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { HmacAlgorithm, SigningKey, TokenAlgorithm } from '../settings/token-settings.ts'

/** The key that tokens of the service are signed with, which the license is a part of. */
export interface ServiceKey {
  readonly algorithm: TokenAlgorithm
  readonly signing: KeyObject
  readonly verifying: KeyObject
  /** What the claim {@link licenseClaim} has to be; absent where the license is in the key itself. */
  readonly license?: string
}

/** Our own claim: by which license a token is, where its key cannot tell. */
export const licenseClaim = 'license'

/** Bytes of the hash of an algorithm, and so of its key. */
const hashLengths: Readonly<Record<HmacAlgorithm, number>> = { HS256: 32, HS384: 48, HS512: 64 }

/**
 * The key of a service and its license: a secret and the UUID of a license make an HMAC key (HKDF-SHA-256, RFC 5869); an RSA key stays as it
 * is, and tokens carry a digest of the UUID.
 */
export function serviceKey(key: SigningKey, license: string): ServiceKey {
  const { algorithm } = key
  switch (key.kind) {
    case 'hmac': {
      const length = hashLengths[key.algorithm]
      const bytes = hkdfSync('sha256', key.secret, license, 'espalier token v1', length)
      const secret = createSecretKey(Buffer.from(bytes))
      return { algorithm, signing: secret, verifying: secret }
    }
    case 'rsa': {
      const digest = createHash('sha256').update(license).digest('base64url')
      return { algorithm, signing: key.privateKey, verifying: key.publicKey, license: digest }
    }
  }
}
