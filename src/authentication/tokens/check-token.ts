import type { AccountStore } from '../../accounts/account-store.ts'
import type { Identity, SignIn, TokenSignIn } from '../authenticator.ts'
import { createRemembered } from '../passwords/remembered.ts'
import { type BearerParts, type CheckedBearer, createBearerCheck } from './check-bearer.ts'
import { keepMapping } from './keep-mapping.ts'
import type { TokenVerifier } from './token-verifier.ts'
import { type OwnToken, whyOwnTokenRefused } from './why-own-token-refused.ts'

/** Whom a token is of, if it holds. */
export type TokenCheck = (token: string) => Promise<SignIn>

/** What a check of tokens rests on. */
export interface TokenCheckParts extends BearerParts {
  readonly accounts: AccountStore
  readonly tokens: TokenVerifier
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
}

/** The sentence for a token that did hold, and whose user may no longer sign in by it. */
const refusal = 'The token is not valid.'

/**
 * Checks tokens, each time anew: of a user who is removed or disabled none holds. One that was seen within the last minute, with the same
 * roles, does not count as a new sign-in.
 */
export function createTokenCheck(parts: TokenCheckParts): TokenCheck {
  const { accounts, tokens, now } = parts
  const checkBearer = createBearerCheck(parts)
  /** What the tokens of the last minute made of their users. */
  const seen = createRemembered<string>(now)

  function checkOwn(token: OwnToken): CheckedBearer {
    const { user } = token
    const reason = whyOwnTokenRefused(accounts, token)
    if (reason !== undefined) return { kind: 'refused', user, message: refusal, reason }
    return { kind: 'identity', identity: { user }, created: false }
  }

  return async (token) => {
    const verified = await tokens.verify(token)
    if (verified.kind === 'refused' || verified.kind === 'unavailable') return verified
    const checked = verified.kind === 'own' ? checkOwn(verified) : await checkBearer(token, verified)
    if (checked.kind !== 'identity') return checked
    const { identity, created } = checked
    const digest = seen.digest(token)
    const { user, mapping } = identity
    const meaning = JSON.stringify([user, mapping])
    const fresh = created || seen.recall(digest) !== meaning
    // Tokens of one user with different roles that come by turns are not to be written down each time.
    if (mapping !== undefined && (fresh || accounts.user(user)?.lastMapping === undefined)) {
      keepMapping(accounts, user, mapping)
    }
    if (!fresh) return { kind: 'identity', identity, fresh }
    seen.remember(digest, meaning)
    return { kind: 'identity', identity, fresh, ...toldOf(accounts, identity, created) }
  }
}

/** What the log is to tell of who signed in by the token of a trusted issuer. */
function toldOf(
  accounts: AccountStore,
  { mapping, token }: Identity,
  created: boolean,
): { readonly told?: TokenSignIn } {
  if (token === undefined) return {}
  const unknownRoles = (mapping?.roles ?? []).filter((role) => accounts.role(role) === undefined)
  return { told: { issuer: token.issuer, unknownRoles, created } }
}
