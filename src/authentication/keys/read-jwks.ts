import { createPublicKey, type KeyObject } from 'node:crypto'
import { isJsonObject } from '../is-json-object.ts'
import type { RsaAlgorithm } from '../settings/token-settings.ts'

/** A public key of an issuer. */
export interface IssuerKey {
  /** As the issuer calls it. */
  readonly kid?: string
  /** The one algorithm that it is for; absent: all that it can be used for. */
  readonly algorithm?: RsaAlgorithm
  readonly key: KeyObject
}

/** What a JWKS holds. */
export interface Jwks {
  readonly keys: readonly IssuerKey[]
  /** Why others are left out, each a sentence without a key. */
  readonly skipped: readonly string[]
}

/** Keys of a JWKS that are read; further ones are left out. */
const mostKeys = 100

const rsaAlgorithms: readonly RsaAlgorithm[] = ['RS256', 'RS384', 'RS512']

/** Members that only private and symmetric keys have (RFC 7518, sections 6.3.2 and 6.4.1). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Shortest modulus of an RSA key, in bits (RFC 7518, section 3.3). */
const shortestModulus = 2048

/** Smallest public exponent of an RSA key (NIST SP 800-56B, section 6.2). */
const smallestExponent = 65_537n

/**
 * Reads the keys of a JWKS (RFC 7517, section 5) that signatures of tokens can be verified with. What readers do not understand they leave
 * out, as they have to. Nothing where it is no JWKS at all.
 */
export function readJwks(value: unknown): Jwks | undefined {
  if (!isJsonObject(value) || !Array.isArray(value['keys'])) return undefined
  const entries: readonly unknown[] = value['keys']
  const keys: IssuerKey[] = []
  const skipped: string[] = []
  for (const [index, entry] of entries.slice(0, mostKeys).entries()) {
    const key = readJwk(entry)
    if (typeof key === 'string') skipped.push(`${nameOf(entry, index)} ${key}.`)
    else keys.push(key)
  }
  if (entries.length > mostKeys) skipped.push(`Only the first ${mostKeys} keys are read.`)
  return { keys, skipped }
}

/** A key, or what is wrong with it. */
function readJwk(jwk: unknown): IssuerKey | string {
  if (!isJsonObject(jwk)) return 'is no object'
  const { kty, use, key_ops: operations, alg, kid, n, e } = jwk
  if (kty !== 'RSA') return 'is no RSA key'
  if (secretMembers.some((member) => Object.hasOwn(jwk, member)))
    return 'is a private key, which nobody is to see'
  if (use !== undefined && use !== 'sig') return 'is not for signatures ("use")'
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify'))) {
    return 'is not for verifying ("key_ops")'
  }
  const algorithm = rsaAlgorithms.find((one) => one === alg)
  if (alg !== undefined && algorithm === undefined) return 'is for another algorithm ("alg")'
  if (kid !== undefined && typeof kid !== 'string') return 'has a "kid" that is no text'
  if (typeof n !== 'string' || typeof e !== 'string') return 'lacks "n" or "e"'
  const key = publicKeyOf({ kty, n, e })
  if (key === undefined) return 'cannot be read'
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (modulusLength < shortestModulus) return `has ${modulusLength} bits, fewer than ${shortestModulus}`
  if (publicExponent < smallestExponent || publicExponent % 2n === 0n) return 'has a weak exponent'
  return { key, ...(kid !== undefined && { kid }), ...(algorithm !== undefined && { algorithm }) }
}

function publicKeyOf(key: {
  readonly kty: 'RSA'
  readonly n: string
  readonly e: string
}): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return undefined
  }
}

function nameOf(entry: unknown, index: number): string {
  const kid = isJsonObject(entry) ? entry['kid'] : undefined
  const called = typeof kid === 'string' ? ` (${JSON.stringify(kid.slice(0, 100))})` : ''
  return `Key ${index + 1}${called}`
}
