import type { AccountStore } from '../../accounts/account-store.ts'
import { createAuthenticator } from '../../authentication/create-authenticator.ts'
import { createDirectories } from '../../authentication/directory/create-directories.ts'
import { createTokenExchange } from '../../authentication/exchange/create-token-exchange.ts'
import type { TokenExchange } from '../../authentication/exchange/token-exchange.ts'
import type { PasswordHashes } from '../../authentication/passwords/password-hashes.ts'
import type { TokenSettings } from '../../authentication/settings/token-settings.ts'
import { createTokenSigner } from '../../authentication/tokens/create-token-signer.ts'
import { createTokenVerifier } from '../../authentication/tokens/create-token-verifier.ts'
import { homeSigner } from '../../authentication/tokens/home-signer.ts'
import type { Security } from './security.ts'

/** What it is made of how a server asks who somebody is. */
export interface SecurityParts {
  readonly accounts: AccountStore
  readonly passwords: PasswordHashes
  readonly settings: TokenSettings
  /** What tokens are signed with where the settings do not say. */
  readonly secret: () => Uint8Array
  /** A UUID: own tokens hold where it is the same. */
  readonly license: string
}

/** A server's way to ask who somebody is, and to get tokens for data sources in exchange for theirs. */
export type SignInSecurity = Extract<Security, { readonly kind: 'on' }> & {
  readonly tokenExchange: TokenExchange
}

/** Has users sign in by their passwords, by tokens of the server's own, and by those of the issuers of the settings. */
export function createSecurity({ settings, secret, license, ...parts }: SecurityParts): SignInSecurity {
  const { issuers, deploymentName, autoDeleteUsersSchedule } = settings
  const signer = settings.signer ?? homeSigner(secret())
  const listeners: ((line: string) => void)[] = []
  const report = (line: string): void => {
    for (const listener of listeners) listener(line)
  }
  const tokens = createTokenVerifier({ signer, license, issuers, report })
  const directories = createDirectories({ issuers })
  return {
    kind: 'on',
    authenticator: createAuthenticator({ ...parts, tokens, issuers, directories }),
    accounts: parts.accounts,
    tokens: createTokenSigner({ settings: signer, license }),
    tokenExchange: createTokenExchange({ issuers, report }),
    reports: { listen: (listener) => void listeners.push(listener) },
    ...(deploymentName !== undefined && { realm: deploymentName }),
    ...(autoDeleteUsersSchedule !== undefined && { removalSchedule: autoDeleteUsersSchedule }),
  }
}
