import type { HmacAlgorithm, RsaAlgorithm, TokenAlgorithm } from './token-settings.ts'

/** Bytes of the hash of each HMAC, which a secret has at least (RFC 7518, section 3.2). */
export const hmacBytes: Readonly<Record<HmacAlgorithm, number>> = { HS256: 32, HS384: 48, HS512: 64 }

/** The algorithms of signatures by an RSA key. */
export const rsaAlgorithms: readonly RsaAlgorithm[] = ['RS256', 'RS384', 'RS512']

/** The algorithms that tokens may be signed with. */
export const tokenAlgorithms: readonly TokenAlgorithm[] = ['HS256', 'HS384', 'HS512', ...rsaAlgorithms]

/** Whether signatures are by a secret that both sides know. */
export function isHmac(algorithm: TokenAlgorithm): algorithm is HmacAlgorithm {
  return algorithm in hmacBytes
}
