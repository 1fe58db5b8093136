import { fetchIssuerMetadata, wellKnownUrl } from '../requests/fetch-issuer-metadata.ts'
import { requestJson } from '../requests/request-json.ts'
import { type Jwks, readJwks } from './read-jwks.ts'

/** What asking for a JWKS came to. */
export type FetchedJwks =
  | { readonly kind: 'jwks'; readonly jwks: Jwks }
  /** `reason` is a sentence, for the log. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Fetches the JWKS that is at a URL. */
export async function fetchJwks(url: string): Promise<FetchedJwks> {
  const answer = await ask(url)
  return answer.kind === 'failed' ? answer : jwksOf(url, answer)
}

/**
 * Fetches the JWKS of an issuer from its well-known path `jwks.json`; where there is none, from where the metadata of the issuer say (OpenID
 * Connect Discovery 1.0, section 4), which have to be its own.
 */
export async function discoverJwks(issuer: string): Promise<FetchedJwks> {
  const direct = wellKnownUrl(issuer, 'jwks.json')
  const answer = await ask(direct)
  if (answer.kind === 'failed') return answer
  if (!isMissing(answer.status)) return jwksOf(direct, answer)
  const found = await fetchIssuerMetadata(issuer)
  if (found.kind === 'failed') {
    return failed(direct, `answers with status ${answer.status}, and ${found.reason.replace(/\.$/u, '')}`)
  }
  const { jwksUri } = found.metadata
  if (jwksUri !== undefined) return fetchJwks(jwksUri)
  return failed(wellKnownUrl(issuer, 'openid-configuration'), 'has no "jwks_uri" by https')
}

/** Whether a server says that there is nothing: some do by other codes than 404. Not: that it is late, or too busy. */
function isMissing(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly value: unknown
}

async function ask(url: string): Promise<Answer | Extract<FetchedJwks, { readonly kind: 'failed' }>> {
  const outcome = await requestJson({ url })
  if (outcome.kind === 'failed') return failed(url, outcome.reason)
  return { kind: 'answer', status: outcome.status, value: outcome.value }
}

function jwksOf(url: string, { status, value }: Answer): FetchedJwks {
  if (status !== 200) return failed(url, `answers with status ${status}`)
  const jwks = readJwks(value)
  return jwks === undefined ? failed(url, 'is no JWKS') : { kind: 'jwks', jwks }
}

/** Parameters of a URL may be secret. */
function failed(url: string, problem: string): Extract<FetchedJwks, { readonly kind: 'failed' }> {
  return { kind: 'failed', reason: `${url.replace(/\?.*$/su, '')} ${problem}.` }
}
