import type { JsonOutcome } from '../requests/request-json.ts'
import { tellableDescription } from './tellable-description.ts'

/** What asking the token endpoint of an issuer for a token came to. Reasons are for the log, and have nothing of what was sent. */
export type TokenOutcome =
  | {
      readonly kind: 'token'
      readonly token: string
      /** Seconds since 1970; the moment of the answer where that does not tell how long the token holds. */
      readonly expires: number
    }
  /** The issuer refuses for what was shown of the user. `error` is its code (RFC 6749, section 5.2; OpenID Connect Core 1.0, section 3.1.2.6). */
  | { readonly kind: 'refused'; readonly error: string; readonly reason: string }
  /** The issuer refuses for who asks, or for what is asked: the settings, here or there, are to be looked at. */
  | { readonly kind: 'misconfigured'; readonly error: string; readonly reason: string }
  /** `retryAfter` is in seconds, where the issuer told. `isForAll`: it is so whoever is asked for. */
  | {
      readonly kind: 'unavailable'
      readonly reason: string
      readonly retryAfter?: number
      readonly isForAll?: true
    }

/** Codes of errors about the user or the token that was shown: another token may do better. */
const aboutTheUser: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
  'access_denied',
])

/** Codes by which an issuer says that it cannot answer now, whatever the status. */
const aboutNow: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error'])

/**
 * Reads the answer of a token endpoint (RFC 6749, sections 5.1 and 5.2).
 *
 * @param sent what of the request nobody may learn: a description of the issuer that repeats a part of it is not told
 * @param now milliseconds since 1970
 */
export function tokenOutcome(answer: JsonOutcome, sent: readonly string[], now: number): TokenOutcome {
  if (answer.kind === 'failed') {
    const failure = unavailable(`The token endpoint ${answer.reason}.`)
    return answer.isUnreached === true ? { ...failure, isForAll: true } : failure
  }
  const { status, headers, value } = answer
  if (status >= 200 && status < 300) return issuedToken(Object(value), now)
  const { error, error_description: description } = Object(value)
  // The characters that a code may have, and no more of them than any has.
  const known = typeof error === 'string' && /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/u.test(error)
  const code = known ? error : undefined
  const reason = `The token endpoint answers with status ${status}${code === undefined ? '' : `, ${code}`}${tellableDescription(description, sent)}.`
  if (code === undefined || status === 429 || status >= 500 || aboutNow.has(code)) {
    return unavailable(reason, retryAfterOf(headers, now))
  }
  return { kind: aboutTheUser.has(code) ? 'refused' : 'misconfigured', error: code, reason }
}

function issuedToken(answer: Readonly<Record<string, unknown>>, now: number): TokenOutcome {
  const { access_token: token, token_type: type, expires_in: lifetime } = answer
  // What a header can carry (RFC 6750, section 2.1).
  if (typeof token !== 'string' || !/^[\w.~+/-]+=*$/u.test(token)) {
    return unavailable('The token endpoint answers without a token that can be sent.')
  }
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') {
    return {
      kind: 'misconfigured',
      error: 'token_type',
      reason: 'The token endpoint gives a token of another type than Bearer.',
    }
  }
  // Some issuers write the number as a text.
  const seconds = typeof lifetime === 'number' || typeof lifetime === 'string' ? Number(lifetime) : 0
  const held = Number.isFinite(seconds) && seconds > 0 ? seconds : 0
  return { kind: 'token', token, expires: now / 1000 + held }
}

function unavailable(
  reason: string,
  retryAfter?: number,
): Extract<TokenOutcome, { readonly kind: 'unavailable' }> {
  return { kind: 'unavailable', reason, ...(retryAfter !== undefined && { retryAfter }) }
}

/** The seconds after which a server wants to be asked again (RFC 9110, section 10.2.3); absent where it does not tell. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d+$/u.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
