import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { OwnToken, OwnTokens, RefusedToken } from './own-tokens.ts'
import { readToken } from './read-token.ts'

/** What own tokens are made of. */
export interface OwnTokenParts {
  /** 32 random bytes that only this service and its other nodes know. */
  readonly secret: Uint8Array
  /** A UUID: tokens hold where the secret and the license are the same. */
  readonly license: string
  /** Milliseconds since 1970; the clock of the machine unless given. */
  readonly now?: () => number
}

const algorithm = 'HS256'
const issuer = 'espalier'
const audience = 'stardog'

/** How long a token holds, in seconds. */
const lifetimeSeconds = 7 * 24 * 60 * 60

/** How far clocks may differ, in seconds. */
const skewSeconds = 30

const expired = 'The token is expired.'
const invalid = 'The token is not valid.'

/** Own tokens: JSON Web Tokens under HMAC with SHA-256, whose key comes of the secret and the license (HKDF, RFC 5869). */
export function createOwnTokens({ secret, license, now = () => Date.now() }: OwnTokenParts): OwnTokens {
  const key = keyOf(secret, license)
  return {
    issue(user) {
      const seconds = now() / 1000
      return (
        new SignJWT({})
          .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
          .setIssuer(issuer)
          .setAudience(audience)
          .setSubject(user)
          // To the millisecond (RFC 7519, section 2): a token can follow a new password within its second, or precede it.
          .setIssuedAt(seconds)
          .setNotBefore(Math.floor(seconds))
          .setExpirationTime(Math.floor(seconds) + lifetimeSeconds)
          .setJti(randomUUID())
          .sign(key)
      )
    },

    async verify(token) {
      const parts = readToken(token)
      if (typeof parts === 'string') return refused(invalid, parts)
      const { alg, typ } = parts.header
      if (alg !== algorithm) return refused(invalid, 'The algorithm of the token is another one.')
      if (typ !== undefined && !isTokenType(typ))
        return refused(invalid, 'The header of the token says that it is something else.')
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          requiredClaims: ['sub', 'iat', 'exp'],
          clockTolerance: skewSeconds,
          currentDate: new Date(now()),
        })
        const { sub, iat, exp = 0 } = payload
        if (typeof sub !== 'string' || sub === '')
          return refused(invalid, 'The claim "sub" of the token is no text.')
        if (typeof iat !== 'number' || iat > now() / 1000 + skewSeconds) {
          return refused(invalid, 'The token was issued in the future.')
        }
        return { kind: 'own', user: sub, issuedAt: iat, expires: exp } satisfies OwnToken
      } catch (error) {
        return refusalOf(error)
      }
    },
  }
}

function keyOf(secret: Uint8Array, license: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, license, 'espalier token v1', 32)))
}

/** Media types are told apart without the case of their letters, and `application/` may be left out (RFC 7519, section 5.1). */
function isTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(?:application\/)?jwt$/iu.test(typ)
}

function refusalOf(error: unknown): RefusedToken {
  if (error instanceof errors.JWTExpired) return refused(expired, expired)
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return refused(invalid, 'The signature of the token is none of this service, or of another license.')
  }
  // The names of claims are those that were asked for above.
  if (error instanceof errors.JWTClaimValidationFailed) {
    const problem = error.reason === 'missing' ? 'is missing.' : 'is not as it has to be.'
    return refused(invalid, `The claim "${error.claim}" of the token ${problem}`)
  }
  if (error instanceof errors.JOSEError)
    return refused(invalid, `The token cannot be verified (${error.code}).`)
  throw error
}

function refused(message: string, reason: string): RefusedToken {
  return { kind: 'refused', message, reason }
}
