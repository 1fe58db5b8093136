import type { AccountStore } from '../../accounts/account-store.ts'
import type { VerifiedToken } from './token-verifier.ts'

/** A token that the service issued, and what it says. */
export type OwnToken = Extract<VerifiedToken, { readonly kind: 'own' }>

/**
 * Why a token that the service issued, and that is as it was, holds no more; `undefined` where it does. By the accounts as they are now: its
 * user may have been removed, disabled, or have had another password since, or none.
 */
export function whyOwnTokenRefused(accounts: AccountStore, { user, issuedAt }: OwnToken): string | undefined {
  const account = accounts.user(user)
  if (account === undefined) return 'There is no such user.'
  if (!account.enabled) return 'The user is disabled.'
  // It was given for a password: of a user who was removed since, and made anew by a token.
  if (account.issuer !== undefined) return 'The user has no password.'
  const set = accounts.passwordSet(user)
  // Both are whole milliseconds, which seconds with a fraction only come near to.
  if (set !== undefined && Math.round(issuedAt * 1000) < Date.parse(set))
    return 'The password was changed after the token was issued.'
  return undefined
}
