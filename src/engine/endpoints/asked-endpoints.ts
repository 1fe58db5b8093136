import { type AskerTokens, createAskerTokens } from '../../store/remote/client/asker-tokens.ts'
import type { EndpointAsker } from '../../store/remote/endpoint-asker.ts'

/** Something that is used. */
export interface Held<Open> {
  readonly open: Open
  /** It is used no longer; to be called once. */
  done(): void
}

/** What is open of an endpoint for each of those who ask it. */
export interface AskedEndpoints<Open> {
  hold(asker: EndpointAsker): Held<Open>
  /** It may have another vocabulary from now on. */
  forgetVocabulary(): void
}

/** Those who ask nothing at the moment, of whom something is remembered. */
const mostIdle = 64

/** Milliseconds for which it is remembered: a vocabulary is not used for longer in any case, nor are tokens to lie about. */
const idleMilliseconds = 60_000

interface Asked<Open> {
  readonly open: Open
  readonly tokens: AskerTokens
  users: number
  usedAt: number
}

/** Nothing is open; `now` tells milliseconds. */
export function createAskedEndpoints<Open>(
  openFor: (tokens: AskerTokens) => Open,
  now: () => number = () => performance.now(),
): AskedEndpoints<Open> {
  /** By the keys of who asks; those who asked last come last. */
  const known = new Map<string, Asked<Open>>()

  function forgetIdle(): void {
    const idle = [...known].filter(([, { users }]) => users === 0)
    const surplus = idle.length - mostIdle
    idle.forEach(([key, { usedAt }], index) => {
      if (index < surplus || now() - usedAt >= idleMilliseconds) known.delete(key)
    })
  }

  function make(): Asked<Open> {
    const tokens = createAskerTokens()
    return { open: openFor(tokens), tokens, users: 0, usedAt: now() }
  }

  return {
    hold(asker) {
      const { key } = asker
      forgetIdle()
      const asked = known.get(key) ?? make()
      known.delete(key)
      known.set(key, asked)
      asked.users += 1
      const end = asked.tokens.begin(asker)
      return {
        open: asked.open,
        done() {
          end()
          asked.users -= 1
          asked.usedAt = now()
        },
      }
    },
    // Those who are answered now finish by what they have.
    forgetVocabulary: () => known.clear(),
  }
}
