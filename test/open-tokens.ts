import type { AuthenticatorParts } from '../src/authentication/create-authenticator.ts'
import { createOwnTokens } from '../src/authentication/tokens/create-own-tokens.ts'
import type { TokenSigner } from '../src/authentication/tokens/token-verifier.ts'

/** Tokens of a service whose secret everybody knows, and that trusts no other issuer. */
export interface OpenTokens {
  readonly signer: TokenSigner
  /** What an authenticator takes them by. */
  readonly parts: Pick<AuthenticatorParts, 'tokens' | 'issuers' | 'directories'>
}

/** @param now milliseconds since 1970; the clock of the machine unless given */
export function openTokens(now?: () => number): OpenTokens {
  const license = '00000000-0000-4000-8000-000000000000'
  const tokens = createOwnTokens({ secret: new Uint8Array(32), license, ...(now && { now }) })
  const directories = { groups: () => Promise.reject(new Error('There is no directory.')) }
  return { signer: tokens, parts: { tokens, issuers: new Map(), directories } }
}
