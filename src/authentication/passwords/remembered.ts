import { createHmac, randomBytes } from 'node:crypto'

/** What was found right a moment ago, so that it need not be looked at anew with each request. */
export interface Remembered<Fact> {
  /** A name for secrets, by which nobody can find them out: a digest under a key that lives as long as this process. */
  digest(...secrets: readonly string[]): string
  /** What is remembered under a digest. */
  recall(digest: string): Fact | undefined
  /** Remembers something, in place of what was remembered under this digest; from now on for {@link rememberedFor}. */
  remember(digest: string, fact: Fact): void
  forget(digest: string): void
}

/** How long something is remembered, in milliseconds. */
export const rememberedFor = 60_000

/** What is remembered at most; what was remembered first goes first. */
const mostRemembered = 10_000

/** Nothing is remembered. @param now milliseconds on a clock that only goes forward */
export function createRemembered<Fact>(now: () => number, most = mostRemembered): Remembered<Fact> {
  const key = randomBytes(32)
  /** Oldest first. */
  const facts = new Map<string, { readonly fact: Fact; readonly until: number }>()

  function forgetOld(): void {
    for (const [digest, { until }] of facts) {
      if (until > now() && facts.size <= most) return
      facts.delete(digest)
    }
  }

  return {
    digest(...secrets) {
      // As JSON, so that no two lists of texts are the same bytes.
      return createHmac('sha256', key).update(JSON.stringify(secrets)).digest('base64')
    },
    recall(digest) {
      const entry = facts.get(digest)
      return entry === undefined || entry.until <= now() ? undefined : entry.fact
    },
    remember(digest, fact) {
      facts.delete(digest)
      facts.set(digest, { fact, until: now() + rememberedFor })
      forgetOld()
    },
    forget(digest) {
      facts.delete(digest)
    },
  }
}
