import type { KeyObject } from 'node:crypto'
import { createRemembered } from '../passwords/remembered.ts'
import {
  type Claims,
  checkAudience,
  checkKind,
  checkLicense,
  checkSubject,
  checkTimes,
  clockSkew,
  type TokenTimes,
  timesOf,
} from './check-claims.ts'
import { checkHeader } from './check-header.ts'
import { checkSignature } from './check-signature.ts'
import { issuerOf } from './issuer-of.ts'
import { readToken } from './read-token.ts'
import { refuseToken } from './refuse-token.ts'
import type { RefusedToken, TokenVerifier, UnverifiableToken, VerifiedToken } from './token-verifier.ts'
import { type TrustedIssuer, type TrustedIssuerParts, trustedIssuers } from './trusted-issuers.ts'

/** What it rests on which tokens hold. */
export interface TokenVerifierParts extends TrustedIssuerParts {
  /** Milliseconds since 1970; the clock of the machine unless given. */
  readonly now?: () => number
}

/** A token that was found good a moment ago. */
interface Known {
  readonly issuer: TrustedIssuer
  /** What it is signed with: it is good no longer than its key. */
  readonly key: KeyObject
  readonly times: TokenTimes
  readonly verified: VerifiedToken
}

/** Tokens that are remembered at most: each with its claims. */
const mostRemembered = 5_000

/**
 * Verifies tokens of the service and of trusted issuers (RFC 7519, RFC 8725, RFC 9068). One that was found good is so for a minute more without
 * another look at its signature, as long as its key and its times hold.
 */
export function createTokenVerifier(parts: TokenVerifierParts): TokenVerifier {
  const { now = () => Date.now(), elapsed = () => performance.now() } = parts
  const trusted = trustedIssuers(parts)
  const remembered = createRemembered<Known>(elapsed, mostRemembered)

  function recall(digest: string): VerifiedToken | undefined {
    const known = remembered.recall(digest)
    if (known === undefined) return undefined
    const { issuer, key, times, verified } = known
    if (times.expires <= now() / 1000 - clockSkew) return undefined
    return [...issuer.keys.values()].some((source) => source.holds(key)) ? verified : undefined
  }

  async function verify(token: string): Promise<Known | RefusedToken | UnverifiableToken> {
    const read = readToken(token)
    if (typeof read === 'string') return refuseToken('invalid', read)
    const { header, payload: claims } = read
    const found = issuerOf(trusted, claims)
    if (found.kind === 'refused') return found
    const { issuer } = found
    const wanted = checkHeader(header, issuer)
    if (wanted.kind === 'refused') return wanted
    const signature = await checkSignature(token, wanted.key, issuer)
    if (signature.kind !== 'signed') return signature
    const { key } = signature
    const told = timesOf(claims, issuer)
    if (told.kind === 'refused') return told
    const { times } = told
    const refused =
      checkKind(claims, issuer) ??
      checkAudience(claims, issuer) ??
      checkTimes(times, now() / 1000) ??
      checkLicense(claims, issuer) ??
      checkSubject(claims, issuer)
    return refused ?? { issuer, key, times, verified: verifiedToken(claims, issuer, times) }
  }

  return {
    async verify(token) {
      const digest = remembered.digest(token)
      const known = recall(digest)
      if (known !== undefined) return known
      const outcome = await verify(token)
      if ('kind' in outcome) return outcome
      remembered.remember(digest, outcome)
      return outcome.verified
    },
  }
}

function verifiedToken(claims: Claims, { issuer, own }: TrustedIssuer, times: TokenTimes): VerifiedToken {
  const { expires, issuedAt } = times
  if (!own) return { kind: 'external', issuer, claims, expires }
  const { sub } = claims
  if (typeof sub !== 'string' || issuedAt === undefined) {
    throw new Error('A token of the service is used before it is looked at.')
  }
  return { kind: 'own', user: sub, issuedAt, expires }
}
