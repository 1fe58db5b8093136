import type { ExchangedToken } from './token-exchange.ts'

/** Tokens that were given in exchange for others, as long as they can be used. */
export interface ExchangedTokens {
  /**
   * The token that is kept under a key, or has just been asked for; else what `exchange` comes to.
   *
   * @throws what `exchange` throws, to all who wait for it, but keeps nothing of that
   */
  take(key: string, exchange: () => Promise<ExchangedToken>): Promise<ExchangedToken>
}

/** Seconds before its end from which a token is not used any more: it is on its way for a while. */
const leeway = 30

/** Tokens that are kept at most. */
const mostTokens = 2_000

/** No tokens yet; `now` tells milliseconds since 1970. */
export function createExchangedTokens(now: () => number): ExchangedTokens {
  /** In the order in which they came. */
  const kept = new Map<string, ExchangedToken>()
  const running = new Map<string, Promise<ExchangedToken>>()

  const isUsable = ({ expires }: ExchangedToken): boolean => expires - leeway > now() / 1000

  function keep(key: string, token: ExchangedToken): void {
    for (const [old, { expires }] of kept) if (expires < now() / 1000) kept.delete(old)
    kept.delete(key)
    if (isUsable(token)) kept.set(key, token)
    const [oldest] = kept.keys()
    if (kept.size > mostTokens && oldest !== undefined) kept.delete(oldest)
  }

  async function begin(key: string, exchange: () => Promise<ExchangedToken>): Promise<ExchangedToken> {
    try {
      const token = await exchange()
      keep(key, token)
      return token
    } finally {
      running.delete(key)
    }
  }

  return {
    async take(key, exchange) {
      const known = kept.get(key)
      if (known !== undefined && isUsable(known)) return known
      let work = running.get(key)
      if (work === undefined) {
        work = begin(key, exchange)
        running.set(key, work)
      }
      return work
    },
  }
}
