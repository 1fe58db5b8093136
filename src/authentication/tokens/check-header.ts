import type { WantedKey } from '../keys/key-source.ts'
import { quoted, refuseToken } from './refuse-token.ts'
import type { RefusedToken } from './token-verifier.ts'
import type { TrustedIssuer } from './trusted-issuers.ts'

/** Media types of the tokens of the service, and of those of others (RFC 9068, section 2.1); `application/` may be left out. */
const types = { own: ['jwt'], external: ['jwt', 'at+jwt'] } as const

/**
 * Which key a token says it is signed with, as far as its header is one of a token of that issuer; or its refusal. The algorithm is never the
 * token's own choice: it has to be one of the issuer's.
 */
export function checkHeader(
  header: Readonly<Record<string, unknown>>,
  { issuer, own, keys }: TrustedIssuer,
): { readonly kind: 'key'; readonly key: WantedKey } | RefusedToken {
  const { alg, typ, cty, kid } = header
  const algorithm = [...keys.keys()].find((one) => one === alg)
  if (algorithm === undefined) {
    const listed = [...keys.keys()].join(', ')
    return invalid(
      `The algorithm of the token is another one than the issuer ${quoted(issuer)} signs with: ${quoted(alg)} in place of ${listed}.`,
    )
  }
  if (typ !== undefined && !isType(typ, types[own ? 'own' : 'external'])) {
    return invalid(`The header of the token says that it is something else ("typ": ${quoted(typ)}).`)
  }
  // A token within a token (RFC 7519, section 5.2) would be one that nobody looked at.
  if (cty !== undefined && (typeof cty !== 'string' || isType(cty, types.external))) {
    return invalid('The header of the token says that it holds another token ("cty").')
  }
  if (kid !== undefined && typeof kid !== 'string') return invalid('The "kid" of the token is no text.')
  return { kind: 'key', key: { algorithm, ...(kid !== undefined && { kid }) } }
}

/** Media types are told apart without the case of their letters, and `application/` may be left out (RFC 7519, section 5.1). */
function isType(type: unknown, known: readonly string[]): boolean {
  return typeof type === 'string' && known.includes(type.toLowerCase().replace(/^application\//u, ''))
}

function invalid(reason: string): RefusedToken {
  return refuseToken('invalid', reason)
}
