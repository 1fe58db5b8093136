import { performance } from 'node:perf_hooks'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Authenticator } from './authenticator.ts'
import { createPasswordCheck } from './passwords/check-password.ts'
import type { PasswordHashes } from './passwords/password-hashes.ts'
import { createTokenCheck } from './tokens/check-token.ts'
import type { OwnTokens } from './tokens/own-tokens.ts'

/** What tells who somebody is. */
export interface AuthenticatorParts {
  readonly accounts: AccountStore
  readonly passwords: PasswordHashes
  readonly tokens: OwnTokens
  /** Milliseconds on a clock that only goes forward; that of the process unless given. */
  readonly now?: () => number
}

/** An authenticator over the accounts of a home, which nobody has tried to sign in with. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { accounts, passwords, tokens, now = () => performance.now() } = parts
  const checkPassword = createPasswordCheck({ accounts, passwords, now })
  const checkToken = createTokenCheck({ accounts, tokens, now })
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
