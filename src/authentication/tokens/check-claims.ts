import { quoted, refuseToken } from './refuse-token.ts'
import { licenseClaim } from './service-key.ts'
import type { RefusedToken } from './token-verifier.ts'
import type { TrustedIssuer } from './trusted-issuers.ts'

/** What a token says; each claim is looked at before it is used. */
export type Claims = Readonly<Record<string, unknown>>

/** When a token holds, in seconds since 1970. */
export interface TokenTimes {
  readonly expires: number
  readonly issuedAt?: number
  readonly notBefore?: number
}

/** How far clocks may differ, in seconds. */
export const clockSkew = 30

/** Claims that identity tokens alone have (OpenID Connect Core 1.0, sections 2 and 3.1.3.6). */
const identityClaims = ['nonce', 'at_hash']

/** Refuses an identity token: it says who signed in at a client, and is no key to a service (RFC 9068, section 5). */
export function checkKind(claims: Claims, { own }: TrustedIssuer): RefusedToken | undefined {
  const found = own ? undefined : identityClaims.find((claim) => Object.hasOwn(claims, claim))
  if (found === undefined) return undefined
  return refuseToken('identity', `The token is an identity token: it has the claim "${found}".`)
}

/** Refuses a token that is for others (RFC 7519, section 4.1.3). */
export function checkAudience(claims: Claims, { audience }: TrustedIssuer): RefusedToken | undefined {
  const { aud } = claims
  if (aud !== undefined && !isAudience(aud)) {
    return refuseToken('audience', 'The claim "aud" of the token is neither a text nor a list of texts.')
  }
  if (audience === undefined) return undefined
  if (aud === undefined) return refuseToken('audience', 'The claim "aud" of the token is missing.')
  if (aud === audience || (Array.isArray(aud) && aud.includes(audience))) return undefined
  return refuseToken(
    'audience',
    `The claim "aud" of the token is not ${quoted(audience)}, but ${quoted(aud)}.`,
  )
}

function isAudience(aud: unknown): boolean {
  return typeof aud === 'string' || (Array.isArray(aud) && aud.every((one) => typeof one === 'string'))
}

/** Refuses a token that has no subject where it needs one, or one that is no name. */
export function checkSubject(claims: Claims, { own }: TrustedIssuer): RefusedToken | undefined {
  if (!Object.hasOwn(claims, 'sub')) return own ? missing('sub') : undefined
  const { sub } = claims
  return typeof sub === 'string' && sub !== ''
    ? undefined
    : invalid('The claim "sub" of the token is no text.')
}

/** Refuses a token of the service that was made under another license. */
export function checkLicense(claims: Claims, { license }: TrustedIssuer): RefusedToken | undefined {
  if (license === undefined || claims[licenseClaim] === license) return undefined
  return invalid('The token is of another license.')
}

/** The times of a token, or its refusal: each is a number, and it has an end; one of the service also its beginning. */
export function timesOf(
  claims: Claims,
  { own }: TrustedIssuer,
): { readonly kind: 'times'; readonly times: TokenTimes } | RefusedToken {
  for (const claim of ['exp', 'iat', 'nbf']) {
    if (Object.hasOwn(claims, claim) && !Number.isFinite(claims[claim])) {
      return invalid(`The claim "${claim}" of the token is not as it has to be: a number.`)
    }
  }
  const { exp, iat, nbf } = claims
  if (typeof exp !== 'number') return missing('exp')
  if (own && typeof iat !== 'number') return missing('iat')
  const times = {
    expires: exp,
    ...(typeof iat === 'number' && { issuedAt: iat }),
    ...(typeof nbf === 'number' && { notBefore: nbf }),
  }
  return { kind: 'times', times }
}

/** Refuses a token that holds no more, or not yet. @param now seconds since 1970 */
export function checkTimes(
  { expires, issuedAt, notBefore }: TokenTimes,
  now: number,
): RefusedToken | undefined {
  if (expires <= now - clockSkew)
    return refuseToken('expired', `The token is expired, since ${dateText(expires)}.`)
  if (notBefore !== undefined && notBefore > now + clockSkew) {
    return refuseToken('early', `The claim "nbf" of the token is in the future: ${dateText(notBefore)}.`)
  }
  if (issuedAt !== undefined && issuedAt > now + clockSkew) {
    return refuseToken('early', `The token was issued in the future: ${dateText(issuedAt)}.`)
  }
  return undefined
}

function dateText(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}

function missing(claim: string): RefusedToken {
  return invalid(`The claim "${claim}" of the token is missing.`)
}

function invalid(reason: string): RefusedToken {
  return refuseToken('invalid', reason)
}
