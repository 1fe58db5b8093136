import type { KeyObject } from 'node:crypto'
import type { TokenAlgorithm } from '../settings/token-settings.ts'

/** The key that a token says it is signed with. */
export interface WantedKey {
  readonly algorithm: TokenAlgorithm
  /** As the issuer calls the key; absent: the token does not say. */
  readonly kid?: string
}

/** Keys that a token may be signed with, the likely ones first; or why they cannot be had at present, for the log. */
export type KeyAnswer =
  | { readonly kind: 'keys'; readonly keys: readonly KeyObject[] }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Where the keys of an issuer come from. */
export interface KeySource {
  /** At most {@link mostCandidates} keys. */
  keysFor(wanted: WantedKey): Promise<KeyAnswer>
  /** Keys that there are since the issuer was asked anew, where that may help and was not done a moment ago: it may have others now. */
  renewedFor(wanted: WantedKey): Promise<KeyAnswer>
  /** Whether a key is one of those that are known to be good, as of now. */
  holds(key: KeyObject): boolean
}

/** Keys that are tried for one token. */
export const mostCandidates = 16
