import { createHmac, randomBytes } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { BearerToken } from '../authenticator.ts'
import type { IssuerSettings } from '../settings/token-settings.ts'
import { createOnBehalfOf, type OnBehalfOf } from './create-on-behalf-of.ts'
import { exchangeByRfc8693 } from './exchange-by-rfc8693.ts'
import { createExchangedTokens } from './exchanged-tokens.ts'
import type { ExchangedToken, ExchangeTarget, TokenExchange } from './token-exchange.ts'
import type { TokenOutcome } from './token-outcome.ts'

/** What tokens are exchanged with. */
export interface TokenExchangeOptions {
  /** By the name that their tokens have in `iss`. */
  readonly issuers: ReadonlyMap<string, IssuerSettings>
  /** What asks issuers that do not exchange by RFC 8693; made of `issuers` unless given. */
  readonly onBehalfOf?: OnBehalfOf
  /** Told why an issuer gave no token, for the log; there is no token or secret in it. */
  readonly report?: (reason: string) => void
  /** Milliseconds since 1970; the clock of the machine unless given. */
  readonly now?: () => number
}

/** Seconds for which the token of a user is taken for valid after its end, as clocks differ. */
const leeway = 30

/**
 * Exchanges tokens at their issuers: by RFC 8693 where that is in the settings, else on behalf of the user. A token that was given is
 * kept until shortly before it expires; whoever wants the same meanwhile has the same, and one request is sent for all who wait.
 */
export function createTokenExchange(options: TokenExchangeOptions): TokenExchange {
  const { issuers, now = Date.now, report = () => {} } = options
  const onBehalfOf = options.onBehalfOf ?? createOnBehalfOf({ issuers, now })
  const exchanged = createExchangedTokens(now)
  // Tokens themselves are not kept as keys, nor digests that somebody else could work out.
  const secret = randomBytes(32)

  function keyOf({ issuer, text }: BearerToken, { scope, audience }: ExchangeTarget): string {
    return createHmac('sha256', secret)
      .update(JSON.stringify([issuer, text, scope, audience]))
      .digest('base64url')
  }

  async function ask(token: BearerToken, target: ExchangeTarget): Promise<TokenOutcome> {
    const issuer = issuers.get(token.issuer)
    if (issuer?.tokenExchange !== undefined) {
      return exchangeByRfc8693(issuer.tokenExchange, token, target, now())
    }
    const settings = issuer?.onBehalfOf
    if (settings === undefined) throw withoutCredentials(token.issuer)
    const { graphEndpoint, graphPermission } = settings
    return onBehalfOf.request(token, target.scope ?? `${graphEndpoint}/${graphPermission}`)
  }

  async function exchange(token: BearerToken, target: ExchangeTarget): Promise<ExchangedToken> {
    if (token.expires + leeway < now() / 1000) throw expired()
    const { issuer } = token
    const outcome = await ask(token, target)
    if (outcome.kind === 'token') return { token: outcome.token, expires: outcome.expires }
    const { kind, reason } = outcome
    report(`The issuer ${JSON.stringify(issuer)} gave no token in exchange for that of a user. ${reason}`)
    switch (kind) {
      case 'refused':
      case 'misconfigured':
        throw refused(issuer, outcome.error, reason)
      case 'unavailable':
        throw unavailable(issuer, reason)
    }
  }

  return {
    keyOf,
    exchange: (token, target) => exchanged.take(keyOf(token, target), () => exchange(token, target)),
  }
}

function withoutCredentials(issuer: string): ServiceError {
  const message = `The issuer ${JSON.stringify(issuer)} of your token is asked for no other in exchange for it: the server has no credentials for that in its configuration (jwt.conf).`
  return new ServiceError('forbidden', message)
}

function expired(): ServiceError {
  return new ServiceError('forbidden', 'Your token has expired meanwhile. Ask again with a new one.')
}

function refused(issuer: string, error: string, detail: string): ServiceError {
  const message = `The issuer ${JSON.stringify(issuer)} refuses to give a token for this data source in exchange for yours (${error}).`
  return new ServiceError('forbidden', message, { detail })
}

function unavailable(issuer: string, detail: string): ServiceError {
  const message = `The issuer ${JSON.stringify(issuer)} cannot be asked at present for a token in exchange for yours. Try again later.`
  return new ServiceError('remoteUnavailable', message, { detail })
}
