import type { AuthenticatorParts } from '../src/authentication/create-authenticator.ts'
import { createTokenSigner } from '../src/authentication/tokens/create-token-signer.ts'
import { createTokenVerifier } from '../src/authentication/tokens/create-token-verifier.ts'
import { homeSigner } from '../src/authentication/tokens/home-signer.ts'
import type { TokenSigner } from '../src/authentication/tokens/token-verifier.ts'

/** Tokens of a service whose secret everybody knows, and that trusts no other issuer. */
export interface OpenTokens {
  readonly signer: TokenSigner
  /** What an authenticator takes them by. */
  readonly parts: Pick<AuthenticatorParts, 'tokens' | 'issuers' | 'directories'>
}

/** Begins to issue them. */
export function openTokens(): OpenTokens {
  const license = '00000000-0000-4000-8000-000000000000'
  const settings = homeSigner(new Uint8Array(32))
  const issuers = new Map()
  const tokens = createTokenVerifier({ signer: settings, license, issuers })
  const directories = { groups: () => Promise.reject(new Error('There is no directory.')) }
  return { signer: createTokenSigner({ settings, license }), parts: { tokens, issuers, directories } }
}
