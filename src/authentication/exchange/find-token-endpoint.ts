import { fetchIssuerMetadata } from '../requests/fetch-issuer-metadata.ts'

/** Where tokens of an issuer are had, or why that cannot be told. */
export type TokenEndpoint =
  | { readonly kind: 'endpoint'; readonly url: string }
  /** `reason` is a sentence, for the log. It is so whoever is asked for. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isForAll: true }

/** The token endpoint that the metadata of an issuer name. */
export async function findTokenEndpoint(issuer: string): Promise<TokenEndpoint> {
  const fetched = await fetchIssuerMetadata(issuer)
  if (fetched.kind === 'failed') return { kind: 'unavailable', reason: fetched.reason, isForAll: true }
  const { tokenEndpoint } = fetched.metadata
  if (tokenEndpoint !== undefined) return { kind: 'endpoint', url: ofSecondVersion(tokenEndpoint) }
  const reason = `The metadata of ${issuer} have no "token_endpoint" that is secure.`
  return { kind: 'unavailable', reason, isForAll: true }
}

/**
 * Issuers of Microsoft's first version, such as `https://sts.windows.net/TENANT/`, name an endpoint that takes no scopes; the other one of
 * the same tenant does, and takes their tokens.
 */
function ofSecondVersion(endpoint: string): string {
  return endpoint.replace(/^(https?:\/\/[^/]+\/[^/]+\/oauth2)\/token$/u, '$1/v2.0/token')
}
