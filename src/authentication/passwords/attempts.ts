import { createHash } from 'node:crypto'
import { networkOf } from './network-of.ts'
import type { Asker } from './password-hashes.ts'

/** How an attempt ended; `unknown` where the password was not looked at. */
export type AttemptEnd = 'success' | 'failure' | 'unknown'

/** An attempt to sign in that is under way, or when the next may be made. */
export type Attempt =
  | { readonly kind: 'begun'; readonly end: (outcome: AttemptEnd) => void }
  /** `fresh`: the first since one failed. */
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number; readonly fresh: boolean }

/** Counts attempts to sign in as a user from an address, whether there is such a user or not. */
export interface Attempts {
  /** Begins one, where fewer than {@link mostFailures} have failed within the window or are under way. */
  begin(asker: Asker): Attempt
}

/** Attempts of a user from an address that may fail within the window. */
const mostFailures = 10

/** How long a failure counts, in milliseconds. */
const failureWindow = 60_000

/** Users and addresses of which failures are kept; hashing lets far fewer fail within the window. */
const mostEntries = 10_000

interface Entry {
  /** When they were, in milliseconds; oldest first. */
  failures: readonly number[]
  underWay: number
  /** Whether an attempt was refused since one failed. */
  isThrottled: boolean
}

/** None has been made. @param now milliseconds on a clock that only goes forward */
export function createAttempts(now: () => number, most = mostEntries): Attempts {
  /** Who had something happen last comes last. */
  const entries = new Map<string, Entry>()

  function entryOf(key: string): Entry {
    const entry = entries.get(key) ?? { failures: [], underWay: 0, isThrottled: false }
    entry.failures = entry.failures.filter((time) => time > now() - failureWindow)
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  /** Forgets what no longer counts, and the longest unchanged beyond the bound. */
  function forget(): void {
    for (const [key, { failures, underWay }] of entries) {
      const isOver = underWay === 0 && (failures.at(-1) ?? 0) <= now() - failureWindow
      if (!isOver && entries.size <= most) return
      if (isOver || underWay === 0) entries.delete(key)
    }
  }

  return {
    begin(asker) {
      const key = keyOf(asker)
      const entry = entryOf(key)
      if (entry.failures.length + entry.underWay >= mostFailures) {
        const [oldest = now() - failureWindow] = entry.failures
        const wait = entry.failures.length < mostFailures ? 0 : oldest + failureWindow - now()
        const fresh = !entry.isThrottled
        entry.isThrottled = true
        return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)), fresh }
      }
      entry.underWay += 1
      let isUnderWay = true
      return {
        kind: 'begun',
        end(outcome) {
          if (!isUnderWay) return
          isUnderWay = false
          const current = entryOf(key)
          current.underWay -= 1
          if (outcome === 'success') current.failures = []
          else if (outcome === 'failure') {
            current.failures = [...current.failures, now()]
            current.isThrottled = false
          }
          if (current.underWay === 0 && current.failures.length === 0) entries.delete(key)
          forget()
        },
      }
    },
  }
}

/** Of one length, whatever names are sent. */
function keyOf({ user, address }: Asker): string {
  return createHash('sha256')
    .update(JSON.stringify([networkOf(address), user]))
    .digest('base64')
}
