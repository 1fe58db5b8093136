import type { KeyObject } from 'node:crypto'
import { compactVerify, errors } from 'jose'
import type { KeyAnswer, KeySource, WantedKey } from '../keys/key-source.ts'
import { quoted, refuseToken } from './refuse-token.ts'
import type { RefusedToken, UnverifiableToken } from './token-verifier.ts'
import type { TrustedIssuer } from './trusted-issuers.ts'

/** The key that a token is signed with. */
export interface Signature {
  readonly kind: 'signed'
  readonly key: KeyObject
}

/**
 * Whether a token is signed by an issuer: with one of the keys that are known, or, where none of them it is, of those that the issuer has now.
 *
 * @param token one that {@link readToken} reads
 */
export async function checkSignature(
  token: string,
  wanted: WantedKey,
  issuer: TrustedIssuer,
): Promise<Signature | RefusedToken | UnverifiableToken> {
  const source = issuer.keys.get(wanted.algorithm)
  if (source === undefined) throw new Error('The algorithm of a token is looked at before its signature.')
  const known = await source.keysFor(wanted)
  const key = await signedWith(token, wanted, known)
  if (key !== undefined) return { kind: 'signed', key }
  if (known.kind === 'unavailable') return unavailable(issuer, known.reason)
  return checkAnew(token, wanted, issuer, source, known.keys.length > 0)
}

async function checkAnew(
  token: string,
  wanted: WantedKey,
  issuer: TrustedIssuer,
  source: KeySource,
  tried: boolean,
): Promise<Signature | RefusedToken | UnverifiableToken> {
  const renewed = await source.renewedFor(wanted)
  const key = await signedWith(token, wanted, renewed)
  if (key !== undefined) return { kind: 'signed', key }
  if (renewed.kind === 'unavailable') return unavailable(issuer, renewed.reason)
  return refuseToken('invalid', reasonOf(wanted, issuer, tried || renewed.keys.length > 0))
}

/** The first of the keys that a token is signed with. */
async function signedWith(
  token: string,
  { algorithm }: WantedKey,
  answer: KeyAnswer,
): Promise<KeyObject | undefined> {
  if (answer.kind === 'unavailable') return undefined
  for (const key of answer.keys) {
    try {
      await compactVerify(token, key, { algorithms: [algorithm] })
      return key
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  return undefined
}

function reasonOf({ algorithm, kid }: WantedKey, { issuer, own }: TrustedIssuer, tried: boolean): string {
  if (own) return 'The signature of the token is none of this service, or of another license.'
  if (tried) return `The signature of the token is none of the issuer ${quoted(issuer)}.`
  const named =
    kid === undefined ? 'The token does not name its key' : `The token names the key ${quoted(kid)}`
  return `${named}, and the issuer ${quoted(issuer)} has none such for ${algorithm}.`
}

function unavailable({ issuer }: TrustedIssuer, reason: string): UnverifiableToken {
  return {
    kind: 'unavailable',
    message: 'The keys of the issuer of the token cannot be had at present.',
    reason: `The keys of the issuer ${quoted(issuer)} cannot be had: ${reason}`,
  }
}
