import type { BearerToken } from '../authenticator.ts'
import { requestJson } from '../requests/request-json.ts'
import type { IssuerSettings, OnBehalfOfSettings } from '../settings/token-settings.ts'
import { clientAssertion } from './client-assertion.ts'
import { findTokenEndpoint, type TokenEndpoint } from './find-token-endpoint.ts'
import { type TokenOutcome, tokenOutcome } from './token-outcome.ts'

/** Gets tokens on behalf of users, as the application that the service is at their issuer (OAuth 2.0 on-behalf-of flow). */
export interface OnBehalfOf {
  /**
   * A new token for another service, by which the service is who showed this one. Nothing is remembered of it here.
   *
   * @param scope of what is asked for, such as `https://graph.microsoft.com/Directory.Read.All`; several with spaces between them
   */
  request(token: BearerToken, scope: string): Promise<TokenOutcome>
}

/** What is needed for it. */
export interface OnBehalfOfParts {
  /** By the name of the issuer. */
  readonly issuers: ReadonlyMap<string, Pick<IssuerSettings, 'onBehalfOf'>>
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** For how long a token endpoint is known, in milliseconds. */
const knownFor = 3_600_000

/** Nothing is known of any issuer. */
export function createOnBehalfOf({ issuers, now = Date.now }: OnBehalfOfParts): OnBehalfOf {
  const endpoints = new Map<string, { readonly found: Promise<TokenEndpoint>; readonly until: number }>()

  /** Requests at once share one look at the metadata; what failed is looked up anew. */
  async function endpointOf(issuer: string): Promise<TokenEndpoint> {
    const known = endpoints.get(issuer)
    if (known !== undefined && known.until > now()) return known.found
    const looking = { found: findTokenEndpoint(issuer), until: now() + knownFor }
    endpoints.set(issuer, looking)
    const endpoint = await looking.found
    if (endpoint.kind === 'unavailable' && endpoints.get(issuer) === looking) endpoints.delete(issuer)
    return endpoint
  }

  return {
    async request({ issuer, text }, scope) {
      const settings = issuers.get(issuer)?.onBehalfOf
      if (settings === undefined) {
        return {
          kind: 'misconfigured',
          error: 'no_credentials',
          reason: `The settings have no credentials of this service at ${issuer}.`,
        }
      }
      const { clientId, tokenEndpoint } = settings
      const endpoint: TokenEndpoint =
        tokenEndpoint === undefined ? await endpointOf(issuer) : { kind: 'endpoint', url: tokenEndpoint }
      if (endpoint.kind === 'unavailable') return endpoint
      const { url } = endpoint
      const proof = await proofFields(settings, url, now())
      const form = {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        client_id: clientId,
        ...proof,
        assertion: text,
        scope,
        requested_token_use: 'on_behalf_of',
      }
      const secrets = [text, proof.client_secret, proof.client_assertion].filter((part) => part !== undefined)
      return tokenOutcome(await requestJson({ url, form }), secrets, now())
    },
  }
}

/** Of each kind of proof its own. */
type ProofFields =
  | { readonly client_secret: string; readonly client_assertion?: never }
  | {
      readonly client_secret?: never
      readonly client_assertion_type: string
      readonly client_assertion: string
    }

/** The fields by which the service shows that it is itself. */
async function proofFields(
  { clientId, proof }: OnBehalfOfSettings,
  audience: string,
  now: number,
): Promise<ProofFields> {
  switch (proof.kind) {
    case 'secret':
      return { client_secret: proof.secret }
    case 'certificate':
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await clientAssertion({ clientId, audience, proof, now }),
      }
  }
}
