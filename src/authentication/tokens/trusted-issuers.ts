import { discoverJwks, fetchJwks } from '../keys/fetch-jwks.ts'
import { fixedKey } from '../keys/fixed-key.ts'
import { createKeySet } from '../keys/key-set.ts'
import type { KeySource } from '../keys/key-source.ts'
import type {
  IssuerSettings,
  SignerSettings,
  TokenAlgorithm,
  TokenSettings,
  VerificationKey,
} from '../settings/token-settings.ts'
import { serviceKey } from './service-key.ts'

/** An issuer, and how its tokens are to be. */
export interface TrustedIssuer {
  /** As it stands in `iss`. */
  readonly issuer: string
  /** Whether it is the service itself. */
  readonly own: boolean
  /** Whom its tokens have to be for; absent: anybody. */
  readonly audience?: string
  /** Where the keys come from of the algorithms that it may sign with; there are no others. */
  readonly keys: ReadonlyMap<TokenAlgorithm, KeySource>
  /** What the claim `license` has to be; absent: it is not looked at. */
  readonly license?: string
}

/** What it rests on which issuers are trusted. */
export interface TrustedIssuerParts {
  readonly signer: SignerSettings
  /** A UUID. */
  readonly license: string
  /** Issuers elsewhere. */
  readonly issuers: TokenSettings['issuers']
  /** Milliseconds on a clock that only goes forward; that of the process unless given. */
  readonly elapsed?: () => number
  /** Is told, in a sentence each, what the log should have of the keys of issuers. */
  readonly report?: (line: string) => void
}

/** The algorithms of issuers whose keys are discovered. */
const discoveredAlgorithms: readonly TokenAlgorithm[] = ['RS256', 'RS384', 'RS512']

/** All issuers whose tokens are trusted, by their names: the service itself, and those elsewhere. No key is asked for yet. */
export function trustedIssuers(parts: TrustedIssuerParts): ReadonlyMap<string, TrustedIssuer> {
  const { signer, license, issuers, elapsed = () => performance.now(), report } = parts
  const clock = { elapsed, ...(report && { report }) }
  /** By URL: what several algorithms or issuers share is fetched once. */
  const keySets = new Map<string, KeySource>()

  function keySourceOf(key: VerificationKey): KeySource {
    if (key.kind !== 'jwks') return fixedKey(key.key)
    const { url } = key
    const known = keySets.get(url)
    if (known !== undefined) return known
    const name = url.replace(/\?.*$/su, '')
    const made = createKeySet({ name, fetch: () => fetchJwks(url), ...clock })
    keySets.set(url, made)
    return made
  }

  function keysOf({ issuer, keys }: IssuerSettings): TrustedIssuer['keys'] {
    switch (keys.kind) {
      case 'listed':
        return new Map([...keys.keys].map(([algorithm, key]) => [algorithm, keySourceOf(key)]))
      case 'discovered': {
        const source = createKeySet({ name: issuer, fetch: () => discoverJwks(issuer), ...clock })
        return new Map(discoveredAlgorithms.map((algorithm) => [algorithm, source]))
      }
    }
  }

  const trusted = new Map<string, TrustedIssuer>()
  for (const [name, settings] of issuers) {
    const { audience } = settings
    const keys = keysOf(settings)
    trusted.set(name, { issuer: name, own: false, keys, ...(audience !== undefined && { audience }) })
  }
  trusted.set(signer.issuer, ownIssuer(signer, license))
  return trusted
}

function ownIssuer({ issuer, audience, key }: SignerSettings, license: string): TrustedIssuer {
  const { algorithm, verifying, license: digest } = serviceKey(key, license)
  const keys = new Map([[algorithm, fixedKey(verifying)]])
  return { issuer, own: true, audience, keys, ...(digest !== undefined && { license: digest }) }
}
