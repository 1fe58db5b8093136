import type { AccountStore } from '../../accounts/account-store.ts'
import type { SignIn } from '../authenticator.ts'
import { createRemembered } from '../passwords/remembered.ts'
import type { OwnTokens } from './own-tokens.ts'

/** Whom a token is of, if it holds. */
export type TokenCheck = (token: string) => Promise<SignIn>

/** What a check of tokens rests on. */
export interface TokenCheckParts {
  readonly accounts: AccountStore
  readonly tokens: OwnTokens
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
}

/** The sentence for a token that did hold, and whose user may no longer sign in by it. */
const refusal = 'The token is not valid.'

/**
 * Checks tokens, each time anew: of a user who is removed, disabled or has had another password since, none holds. One that was seen
 * within the last minute does not count as a new sign-in.
 */
export function createTokenCheck({ accounts, tokens, now }: TokenCheckParts): TokenCheck {
  const seen = createRemembered<true>(now)
  return async (token) => {
    const own = await tokens.verify(token)
    if (own.kind === 'refused') return own
    const { user, issuedAt } = own
    const reason = whyRefused(accounts, user, issuedAt)
    if (reason !== undefined) return { kind: 'refused', user, message: refusal, reason }
    const digest = seen.digest(token)
    const fresh = seen.recall(digest) === undefined
    if (fresh) seen.remember(digest, true)
    return { kind: 'identity', identity: { user }, fresh }
  }
}

function whyRefused(accounts: AccountStore, user: string, issuedAt: number): string | undefined {
  const account = accounts.user(user)
  if (account === undefined) return 'There is no such user.'
  if (!account.enabled) return 'The user is disabled.'
  const set = accounts.passwordSet(user)
  // Both are whole milliseconds, which seconds with a fraction only come near to.
  if (set !== undefined && Math.round(issuedAt * 1000) < Date.parse(set))
    return 'The password was changed after the token was issued.'
  return undefined
}
