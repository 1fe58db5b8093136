import type { RefusedToken } from './token-verifier.ts'

/** What clients are told of a token that does not hold: one sentence each. */
export const refusals = {
  invalid: 'The token is not valid.',
  expired: 'The token is expired.',
  early: 'The token is not valid yet.',
  issuer: 'The token is of an issuer that this service does not trust.',
  audience: 'The token is not meant for this service.',
  identity: 'The token is an identity token, and an access token is needed.',
} as const

/** A refused token. @param reason for the log; nothing of a key, and of the token no more than a quoted claim */
export function refuseToken(why: keyof typeof refusals, reason: string): RefusedToken {
  return { kind: 'refused', message: refusals[why], reason }
}

/** What a token or its issuer says, as the log may show it: on one line, between quotes, and not for long. */
export function quoted(value: unknown): string {
  // What is nested may be so deeper than can be written.
  if (isNested(value)) return Array.isArray(value) ? 'a list' : 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
}

function isNested(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((member) => typeof member === 'object')
  return typeof value === 'object' && value !== null
}

/** Characters of a quote at most. */
const longestQuote = 200
