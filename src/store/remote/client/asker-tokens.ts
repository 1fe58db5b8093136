import type { EndpointAsker, EndpointToken } from '../endpoint-asker.ts'
import { orAborted } from './or-aborted.ts'

/** The tokens that an endpoint is told on behalf of one asker, whatever is being asked for them at once. */
export interface AskerTokens {
  /** Something is asked on behalf of them from now on, by which tokens can be had until it is ended. */
  begin(asker: EndpointAsker): () => void
  /**
   * A token that holds for a while yet.
   *
   * @throws what the asker throws; the reason of the signal
   */
  take(signal?: AbortSignal): Promise<string>
  /** The tokens that were told lately, which must not be repeated. */
  told(): readonly string[]
}

/** Seconds before its end from which a token is not told any more: a request is on its way for a while. */
const leeway = 10

/** Tokens that are remembered, so that an answer that was begun with one does not repeat it. */
const mostTold = 4

/** No tokens yet. One that is about to expire is renewed once for all that wait for it; `now` tells milliseconds since 1970. */
export function createAskerTokens(now: () => number = Date.now): AskerTokens {
  const sources = new Set<{ readonly asker: EndpointAsker }>()
  let told: readonly string[] = []
  let current: EndpointToken | undefined
  let renewal: Promise<EndpointToken> | undefined

  async function renewed(): Promise<EndpointToken> {
    for (;;) {
      // What began last goes on the longest.
      const source = [...sources].at(-1)
      if (source === undefined) throw new Error('An endpoint is asked on behalf of nobody.')
      const { asker } = source
      try {
        const token = await asker.token()
        current = token
        told = [token.text, ...told.filter((text) => text !== token.text)].slice(0, mostTold)
        return token
      } catch (error) {
        // Another one that waits for the same is not to fail since this one was ended meanwhile.
        if (sources.has(source) && asker.signal?.aborted !== true) throw error
        sources.delete(source)
      }
    }
  }

  return {
    begin(asker) {
      const source = { asker }
      sources.add(source)
      return () => void sources.delete(source)
    },
    async take(signal) {
      signal?.throwIfAborted()
      if (current !== undefined && current.expires - leeway > now() / 1000) return current.text
      renewal ??= renewed().finally(() => {
        renewal = undefined
      })
      const { text } = await orAborted(renewal, signal)
      return text
    },
    told: () => told,
  }
}
