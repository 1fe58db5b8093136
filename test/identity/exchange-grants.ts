import { createRemoteJWKSet, jwtVerify } from 'jose'
import Provider, { type ClientMetadata, errors, type TokenEndpointGrantContext } from 'oidc-provider'
import { audience as ownAudience } from '../identity-provider.ts'

/** The grant of RFC 8693. */
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

/** The grant of the on-behalf-of flow. */
export const onBehalfOfGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The application of the data source, which exchanges tokens by RFC 8693. */
export const exchangeClient = {
  client_id: 'films-api',
  client_secret: 'a secret: of films & more, 100%',
  token_endpoint_auth_method: 'client_secret_basic',
  grant_types: [exchangeGrant],
  redirect_uris: [],
  response_types: [],
} satisfies ClientMetadata

/** The application that the service is itself, which gets tokens on behalf of users. */
export const serviceClient = {
  client_id: 'garden-service',
  client_secret: 'a secret of the service of at least 32 bytes',
  token_endpoint_auth_method: 'client_secret_post',
  grant_types: [onBehalfOfGrant],
  redirect_uris: [],
  response_types: [],
} satisfies ClientMetadata

/** What the data source is called at the identity provider. */
export const dataAudience = 'https://films.example'

/** How tokens are exchanged; tests change it as they go. */
export interface ExchangePolicy {
  /** Seconds that a token holds. */
  lifetime: number
  /** Users whose tokens are not exchanged. */
  readonly refused: Set<string>
  /** What comes before an exchange is answered. */
  before: () => Promise<void>
  /** Who had a token in exchange for theirs, in order, with what was asked for. */
  readonly exchanges: { readonly user: string; readonly parameters: Readonly<Record<string, unknown>> }[]
}

/** A policy by which everybody has tokens for an hour. */
export function everybodyMay(): ExchangePolicy {
  return { lifetime: 3600, refused: new Set(), before: async () => {}, exchanges: [] }
}

/** Has an identity provider exchange access tokens, by both grants. */
export function addExchangeGrants(provider: Provider, policy: ExchangePolicy): void {
  const keys = createRemoteJWKSet(new URL(`${provider.issuer}/.well-known/jwks.json`))

  async function exchange(context: TokenEndpointGrantContext, subject: unknown, audience: string) {
    const { client, params } = context.oidc
    await policy.before()
    const user = await userOf(subject)
    if (policy.refused.has(user)) throw new errors.AccessDenied('The policy does not allow it.')
    const server = new provider.ResourceServer(audience, {
      scope: 'films:read',
      audience,
      accessTokenFormat: 'jwt',
      accessTokenTTL: policy.lifetime,
      jwt: { sign: { alg: 'RS256' } },
    })
    const token = new provider.AccessToken({
      client,
      accountId: user,
      grantId: `exchange-${user}`,
      gty: 'exchange',
      scope: 'films:read',
      resourceServer: server,
    })
    policy.exchanges.push({ user, parameters: { ...params } })
    return { access_token: await token.save(), token_type: 'Bearer', expires_in: policy.lifetime }
  }

  async function userOf(token: unknown): Promise<string> {
    try {
      const { payload } = await jwtVerify(String(token), keys, {
        issuer: provider.issuer,
        audience: ownAudience,
      })
      return payload.sub ?? ''
    } catch (error) {
      throw new errors.InvalidGrant(`The token does not hold: ${error}`)
    }
  }

  provider.registerGrantType(
    exchangeGrant,
    async (context) => {
      const parameters: Readonly<Record<string, unknown>> = context.oidc.params
      if (parameters['subject_token_type'] !== 'urn:ietf:params:oauth:token-type:access_token')
        throw new errors.InvalidRequest('Only access tokens are exchanged.')
      if (parameters['audience'] !== dataAudience || parameters['scope'] !== 'films:read')
        throw new errors.InvalidTarget('There is no such data source.')
      context.body = {
        ...(await exchange(context, parameters['subject_token'], dataAudience)),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      }
    },
    ['subject_token', 'subject_token_type', 'audience', 'scope'],
  )
  provider.registerGrantType(
    onBehalfOfGrant,
    async (context) => {
      const parameters: Readonly<Record<string, unknown>> = context.oidc.params
      if (parameters['requested_token_use'] !== 'on_behalf_of')
        throw new errors.InvalidRequest('Only tokens on behalf of users are given.')
      if (parameters['scope'] !== `${dataAudience}/films.read`)
        throw new errors.InvalidScope('There is no such scope.', String(parameters['scope']))
      context.body = await exchange(context, parameters['assertion'], dataAudience)
    },
    ['assertion', 'requested_token_use', 'scope'],
  )
}
