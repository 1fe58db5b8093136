import { defaultAudience, defaultIssuer, defaultLifetime } from '../settings/read-signer.ts'
import type { SignerSettings } from '../settings/token-settings.ts'

/**
 * How the service signs where the settings do not say.
 *
 * @param secret 32 random bytes of the home folder
 */
export function homeSigner(secret: Uint8Array): SignerSettings {
  const key = { kind: 'hmac', algorithm: 'HS256', secret } as const
  return { issuer: defaultIssuer, audience: defaultAudience, lifetime: defaultLifetime, key }
}
