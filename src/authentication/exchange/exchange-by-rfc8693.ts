import type { BearerToken } from '../authenticator.ts'
import { type JsonOutcome, requestJson } from '../requests/request-json.ts'
import type { TokenExchangeSettings } from '../settings/token-settings.ts'
import type { ExchangeTarget } from './token-exchange.ts'
import { type TokenOutcome, tokenOutcome } from './token-outcome.ts'

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

/** What a token may be that is sent to a data source (RFC 8693, section 3). */
const usableTypes: readonly unknown[] = [accessTokenType, 'urn:ietf:params:oauth:token-type:jwt']

/**
 * Asks an issuer for a token in exchange for that of a user, as the application of the data source (RFC 8693, section 2). Never throws.
 *
 * @param now milliseconds since 1970
 */
export async function exchangeByRfc8693(
  { clientId, clientSecret, tokenEndpoint }: TokenExchangeSettings,
  { text }: BearerToken,
  { scope, audience }: ExchangeTarget,
  now: number,
): Promise<TokenOutcome> {
  const credentials = basicCredentials(clientId, clientSecret)
  const answer = await requestJson({
    url: tokenEndpoint,
    headers: { authorization: `Basic ${credentials}` },
    form: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: text,
      subject_token_type: accessTokenType,
      ...(scope !== undefined && { scope }),
      ...(audience !== undefined && { audience }),
    },
  })
  const outcome = tokenOutcome(answer, [text, clientSecret, credentials], now)
  if (outcome.kind !== 'token' || isUsable(answer)) return outcome
  return {
    kind: 'misconfigured',
    error: 'issued_token_type',
    reason: 'The token endpoint gives a token of a type that is not for data sources.',
  }
}

/** The name and the secret of a client as Basic authentication has them (RFC 6749, section 2.3.1). */
function basicCredentials(clientId: string, clientSecret: string): string {
  return Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

/** Issuers that do not say what they gave gave what was asked for. */
function isUsable(answer: JsonOutcome): boolean {
  const { issued_token_type: type } = Object(answer.kind === 'answered' ? answer.value : undefined)
  return type === undefined || usableTypes.includes(type)
}
