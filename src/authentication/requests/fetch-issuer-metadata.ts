import { requestJson } from './request-json.ts'
import { secureUrl } from './secure-url.ts'

/** What the metadata of an issuer say, as far as it is used here (OpenID Connect Discovery 1.0, section 3). */
export interface IssuerMetadata {
  readonly jwksUri?: string
  readonly tokenEndpoint?: string
}

/** What asking for the metadata of an issuer came to. */
export type FetchedMetadata =
  | { readonly kind: 'metadata'; readonly metadata: IssuerMetadata }
  /** `reason` is a sentence, for the log. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Fetches the metadata of an issuer, which have to be its own to the letter (section 4.3). */
export async function fetchIssuerMetadata(issuer: string): Promise<FetchedMetadata> {
  const url = wellKnownUrl(issuer, 'openid-configuration')
  const failed = (problem: string) => ({ kind: 'failed', reason: `${url} ${problem}.` }) as const
  const outcome = await requestJson({ url })
  if (outcome.kind === 'failed') return failed(outcome.reason)
  if (outcome.status !== 200) return failed(`answers with status ${outcome.status}`)
  const metadata = readIssuerMetadata(issuer, outcome.value)
  if (metadata === undefined) return failed('is not of this issuer: its "issuer" is another')
  return { kind: 'metadata', metadata }
}

/**
 * What metadata say; nothing where they are not of this issuer. URLs that are not secure are left out, as are those by which an issuer
 * elsewhere would have this machine itself asked without TLS.
 */
export function readIssuerMetadata(issuer: string, value: unknown): IssuerMetadata | undefined {
  const { issuer: named, jwks_uri: jwksUri, token_endpoint: tokenEndpoint } = Object(value)
  if (named !== issuer) return undefined
  return {
    ...(isSecureFor(issuer, jwksUri) && { jwksUri }),
    ...(isSecureFor(issuer, tokenEndpoint) && { tokenEndpoint }),
  }
}

/** Where an issuer keeps a document of this name; a slash at its end is none of the path (section 4.1). */
export function wellKnownUrl(issuer: string, name: string): string {
  return `${issuer.replace(/\/$/u, '')}/.well-known/${name}`
}

function isSecureFor(issuer: string, text: unknown): text is string {
  const url = typeof text === 'string' ? secureUrl(text) : undefined
  if (url === undefined) return false
  return url.protocol === 'https:' || secureUrl(issuer)?.protocol === 'http:'
}
