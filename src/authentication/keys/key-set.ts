import type { KeyObject } from 'node:crypto'
import type { FetchedJwks } from './fetch-jwks.ts'
import { type KeyAnswer, type KeySource, mostCandidates, type WantedKey } from './key-source.ts'
import type { IssuerKey } from './read-jwks.ts'

/** What the keys of an issuer are fetched by. */
export interface KeySetParts {
  /** What the log calls it: a URL, or the name of an issuer. */
  readonly name: string
  readonly fetch: () => Promise<FetchedJwks>
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number
  /** Is told, in a sentence each, what the log should have. */
  readonly report?: (line: string) => void
}

/** Milliseconds for which fetched keys are used without a question. */
export const freshFor = 600_000

/** Milliseconds for which keys that were good stay good while no others can be had. */
export const goodFor = 86_400_000

/** Milliseconds between two questions for the sake of keys that are not known. */
export const renewalPause = 30_000

/** Milliseconds after a question that failed in which it is not asked again. */
export const failurePause = 5_000

/**
 * The keys of an issuer, fetched when they are first needed, and again from time to time. Everybody who needs them waits for the same
 * answer. While the issuer cannot be asked, keys that were good stay good for a day.
 */
export function createKeySet({ name, fetch, elapsed, report = () => {} }: KeySetParts): KeySource {
  let good: { readonly keys: readonly IssuerKey[]; readonly since: number } | undefined
  let failure: { readonly reason: string; readonly since: number } | undefined
  /** When the last question was answered, or failed. */
  let asked = Number.NEGATIVE_INFINITY
  /** When keys were last asked for that were not known. */
  let renewed = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  /** What was reported last: the same again would fill the log. */
  let told = ''

  const age = (since: number): number => elapsed() - since
  const mayAsk = (): boolean => failure === undefined || age(failure.since) >= failurePause
  const held = (): readonly IssuerKey[] | undefined =>
    good !== undefined && age(good.since) < goodFor ? good.keys : undefined

  async function question(): Promise<void> {
    const fetched = await fetch()
    asked = elapsed()
    if (fetched.kind === 'jwks') {
      good = { keys: fetched.jwks.keys, since: asked }
      failure = undefined
      tell(fetched.jwks.skipped.map((reason) => `A key of ${name} is left out. ${reason}`).join('\n'))
    } else {
      failure = { reason: fetched.reason, since: asked }
      const rest = held() === undefined ? '' : ' Those that are known stay good.'
      tell(`The keys of ${name} cannot be had: ${fetched.reason}${rest}`)
    }
  }

  function tell(text: string): void {
    if (text === told) return
    told = text
    if (text !== '') for (const line of text.split('\n')) report(line)
  }

  function ask(): Promise<void> {
    asking ??= question().finally(() => {
      asking = undefined
    })
    return asking
  }

  /** The keys as they are now, or are to be waited for. */
  async function keys(): Promise<readonly IssuerKey[] | undefined> {
    const known = held()
    if (known !== undefined && good !== undefined) {
      if (age(good.since) < freshFor) return known
      // Nobody waits for what goes on in the background. Where nobody asked for long, the keys may be long past: then it is waited for.
      if (age(asked) < 2 * freshFor) {
        if (mayAsk()) void ask()
        return known
      }
    }
    if (mayAsk()) await ask()
    return held()
  }

  function answer(found: readonly KeyObject[] | undefined): KeyAnswer {
    return found === undefined
      ? { kind: 'unavailable', reason: failure?.reason ?? `The keys of ${name} are too old.` }
      : { kind: 'keys', keys: found }
  }

  return {
    async keysFor(wanted) {
      const known = await keys()
      return answer(known && candidates(known, wanted))
    },

    async renewedFor(wanted) {
      const before = held() ?? []
      // The token names its key, which did not sign it.
      if (before.some((one) => isNamed(one, wanted))) return answer([])
      if (failure !== undefined) {
        if (mayAsk()) await ask()
      } else if (age(renewed) >= renewalPause) {
        renewed = elapsed()
        await ask()
      } else if (asking !== undefined) await asking
      // It cannot be told whether there is such a key now.
      if (failure !== undefined) return answer(undefined)
      const after = held()
      return answer(after === before ? [] : after && candidates(after, wanted))
    },

    holds(key) {
      return good !== undefined && age(good.since) < freshFor && good.keys.some((one) => one.key === key)
    },
  }
}

/** The keys that a token may be signed with: those of the name that it says, else those without a name, and all if it says none. */
function candidates(keys: readonly IssuerKey[], wanted: WantedKey): readonly KeyObject[] {
  const fitting = keys.filter(({ algorithm = wanted.algorithm }) => algorithm === wanted.algorithm)
  const { kid } = wanted
  const named = fitting.filter((one) => isNamed(one, wanted))
  const chosen =
    kid === undefined ? fitting : named.length > 0 ? named : fitting.filter((one) => one.kid === undefined)
  return chosen.slice(0, mostCandidates).map(({ key }) => key)
}

function isNamed(key: IssuerKey, { kid, algorithm }: WantedKey): boolean {
  return kid !== undefined && key.kid === kid && (key.algorithm ?? algorithm) === algorithm
}
