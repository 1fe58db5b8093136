import { performance } from 'node:perf_hooks'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Authenticator } from './authenticator.ts'
import { createPasswordCheck } from './passwords/check-password.ts'
import type { PasswordHashes } from './passwords/password-hashes.ts'
import type { BearerParts } from './tokens/check-bearer.ts'
import { createTokenCheck } from './tokens/check-token.ts'
import type { TokenVerifier } from './tokens/token-verifier.ts'

/** What tells who somebody is. */
export interface AuthenticatorParts extends BearerParts {
  readonly accounts: AccountStore
  readonly passwords: PasswordHashes
  readonly tokens: TokenVerifier
  /** Milliseconds on a clock that only goes forward; that of the process unless given. */
  readonly now?: () => number
}

/** An authenticator over the accounts of a home, which nobody has tried to sign in with. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { accounts, passwords, now = () => performance.now() } = parts
  const checkPassword = createPasswordCheck({ accounts, passwords, now })
  const checkToken = createTokenCheck({ ...parts, now })
  return {
    signIn(credentials, address) {
      switch (credentials.kind) {
        case 'password':
          return checkPassword(credentials.user, credentials.password, address)
        case 'token':
          return checkToken(credentials.token)
      }
    },
  }
}
