import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expiryOf } from '../settings/token-lifetime.ts'
import type { SignerSettings } from '../settings/token-settings.ts'
import { licenseClaim, serviceKey } from './service-key.ts'
import type { TokenSigner } from './token-verifier.ts'

/** What tokens of the service are made by. */
export interface TokenSignerParts {
  readonly settings: SignerSettings
  /** A UUID: tokens hold where it and the key are the same. */
  readonly license: string
  /** Milliseconds since 1970; the clock of the machine unless given. */
  readonly now?: () => number
}

/** Signs tokens of the service. */
export function createTokenSigner({
  settings,
  license,
  now = () => Date.now(),
}: TokenSignerParts): TokenSigner {
  const { issuer, audience, lifetime } = settings
  const key = serviceKey(settings.key, license)
  return {
    issue(user) {
      const issued = now() / 1000
      return (
        new SignJWT(key.license === undefined ? {} : { [licenseClaim]: key.license })
          .setProtectedHeader({ alg: key.algorithm, typ: 'JWT' })
          .setIssuer(issuer)
          .setAudience(audience)
          .setSubject(user)
          // To the millisecond (RFC 7519, section 2): a token can follow a new password within its second, or precede it.
          .setIssuedAt(issued)
          .setNotBefore(Math.floor(issued))
          .setExpirationTime(Math.floor(expiryOf(lifetime, issued)))
          .setJti(randomUUID())
          .sign(key.signing)
      )
    },
  }
}
