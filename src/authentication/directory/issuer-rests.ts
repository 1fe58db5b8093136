/** Issuers and their directories that are left alone for a while, as they do not answer. */
export interface IssuerRests<Told> {
  /** What everybody is told of an issuer meanwhile; nothing where it can be asked. */
  of(issuer: string): Told | undefined
  /** It answered, whatever it said. */
  answered(issuer: string): void
  /** It did not answer for a user, and is left alone until then; for others only where {@link IssuerFailure} says why. */
  failed(issuer: string, failure: IssuerFailure<Told>): void
}

/** That an issuer, or its directory, did not answer. */
export interface IssuerFailure<Told> {
  readonly user: string
  readonly told: Told
  /** Milliseconds since 1970. */
  readonly until: number
  /** It is so whoever is asked for. */
  readonly isForAll: boolean
}

/** For how long a failure for another user counts, and an issuer rests at most, in milliseconds. */
const countsFor = 60_000

/**
 * No issuer rests. Directories keep an eye on each user: that one is asked for too often, or has more groups than can be told in time, is no
 * reason to refuse the others. Where it failed for two users in a row, or nobody could be asked for, they need not try.
 *
 * @param now milliseconds since 1970
 */
export function createIssuerRests<Told>(now: () => number): IssuerRests<Told> {
  const resting = new Map<string, IssuerFailure<Told>>()
  /** For whom it failed last, with no answer since. */
  const failing = new Map<string, { readonly user: string; readonly since: number }>()

  return {
    of(issuer) {
      const rest = resting.get(issuer)
      if (rest === undefined) return undefined
      const left = rest.until - now()
      // A clock that was set back makes no rest longer.
      return left > 0 && left <= countsFor ? rest.told : undefined
    },
    answered(issuer) {
      failing.delete(issuer)
    },
    failed(issuer, failure) {
      const { user, isForAll } = failure
      const before = failing.get(issuer)
      failing.set(issuer, { user, since: now() })
      const isSecond = before !== undefined && before.user !== user && now() - before.since < countsFor
      if (isForAll || isSecond) resting.set(issuer, failure)
    },
  }
}
