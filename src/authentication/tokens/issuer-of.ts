import { quoted, refuseToken } from './refuse-token.ts'
import type { RefusedToken } from './token-verifier.ts'
import type { TrustedIssuer } from './trusted-issuers.ts'

/** The issuer that a token says it is of, to the letter; or the refusal of one that is not trusted. */
export function issuerOf(
  trusted: ReadonlyMap<string, TrustedIssuer>,
  claims: Readonly<Record<string, unknown>>,
): { readonly kind: 'issuer'; readonly issuer: TrustedIssuer } | RefusedToken {
  if (!Object.hasOwn(claims, 'iss')) return refuseToken('issuer', 'The claim "iss" of the token is missing.')
  const { iss } = claims
  if (typeof iss !== 'string') return refuseToken('issuer', 'The claim "iss" of the token is no text.')
  const issuer = trusted.get(iss)
  if (issuer !== undefined) return { kind: 'issuer', issuer }
  const near = [...trusted.keys()].find((name) => plain(name) === plain(iss))
  const hint =
    near === undefined ? '' : ` It differs from ${quoted(near)}, and has to be the same to the letter.`
  return refuseToken('issuer', `The issuer ${quoted(iss)} is not trusted.${hint}`)
}

/** What is left of the name of an issuer without what is often mistaken. */
function plain(issuer: string): string {
  return issuer
    .trim()
    .toLowerCase()
    .replace(/^http:/u, 'https:')
    .replace(/\/+$/u, '')
}
