import type { AskerTokens } from './asker-tokens.ts'
import type { Authenticator } from './authenticator.ts'

/** Tells an endpoint on whose behalf it is asked, by tokens that are renewed as they expire (RFC 6750, 2.1). */
export function createAskerAuthenticator(tokens: AskerTokens): Authenticator {
  return {
    isOfAsker: true,
    async prepare(signal) {
      await tokens.take(signal)
    },
    headersFor() {
      const [token] = tokens.told()
      if (token === undefined) throw new Error('An endpoint is asked on behalf of nobody.')
      return { authorization: `Bearer ${token}` }
    },
    learn: () => false,
    bareRequest: () => undefined,
    settle() {},
    isSettled: () => true,
    redact: (text) =>
      tokens
        .told()
        .flatMap((token) => [token, encodeURIComponent(token)])
        .reduce((clean, secret) => clean.replaceAll(secret, '***'), text),
  }
}
