import { Buffer } from 'node:buffer'
import type { EndpointCredentials } from '../endpoint.ts'
import type { HttpRequest } from './connections.ts'
import { type DigestChallenge, digestAuthorization, digestChallenge } from './digest-access.ts'
import { type Headers, headerOf } from './endpoint-limits.ts'

/** Tells the servers of an endpoint who asks, in the way that each of its URLs wants. */
export interface Authenticator {
  /**
   * Makes sure that there is something to tell; to be waited for before {@link Authenticator.headersFor} is called.
   *
   * @throws ServiceError `forbidden`, `remoteUnavailable` where there is not; the reason of the signal
   */
  prepare(signal: AbortSignal | undefined): Promise<void>
  /** The headers of a request that say who asks. */
  headersFor(request: HttpRequest): Readonly<Record<string, string>>
  /** Learns from an answer with status 401; whether the same request is to be sent once more. */
  learn(request: HttpRequest, headers: Headers): boolean
  /**
   * The request that is to be sent before, where an answer with status 401 does not say what it wants: Virtuoso says so only
   * to who says nothing. `undefined` where there is nothing else to say.
   */
  bareRequest(request: HttpRequest, headers: Headers): HttpRequest | undefined
  /** Learns that an answer to a request was not 401. */
  settle(request: HttpRequest): void
  /** Whether it is known how a URL wants to be told, so that data need not be sent in vain. */
  isSettled(request: HttpRequest): boolean
  /** What a server said, without what it was told of who asks. */
  redact(text: string): string
  /** Whether who asks is whoever asks us, so that it is their matter what the server does not allow. */
  readonly isOfAsker: boolean
}

/** URLs that something is remembered of: redirects can lead to ever new ones. */
const mostPlaces = 100

/** An authenticator that has learned nothing yet: a password is told as such (RFC 7617) until a digest is asked for. */
export function createAuthenticator(credentials: EndpointCredentials | undefined): Authenticator {
  const challenges = new Map<string, { readonly challenge: DigestChallenge; count: number }>()
  const settled = new Set<string>()
  const secrets = secretsOf(credentials)

  return {
    isOfAsker: false,
    async prepare() {},
    headersFor(request) {
      switch (credentials?.kind) {
        case undefined:
          return {}
        case 'bearer':
          return { authorization: `Bearer ${credentials.token}` }
        case 'basic': {
          const known = challenges.get(placeOf(request))
          if (known === undefined) {
            return { authorization: `Basic ${basicToken(credentials)}` }
          }
          known.count += 1
          const { pathname, search } = new URL(request.url)
          const { method } = request
          const told = { method, path: pathname + search, count: known.count }
          return { authorization: digestAuthorization(known.challenge, credentials, told) }
        }
      }
    },
    learn(request, headers) {
      if (credentials?.kind !== 'basic') return false
      const challenge = digestChallenge(headerOf(headers, 'www-authenticate'))
      if (challenge === undefined) return false
      challenges.set(placeOf(request), { challenge, count: 0 })
      forgetOldest(challenges)
      return true
    },
    bareRequest(request, headers) {
      if (credentials?.kind !== 'basic' || headerOf(headers, 'www-authenticate') !== '') return undefined
      const agent = request.headers['user-agent']
      const plain = agent === undefined ? {} : { 'user-agent': agent }
      const { isProbe = false } = request
      return { method: 'GET', url: placeOf(request), headers: plain, reads: true, isProbe }
    },
    settle(request) {
      settled.add(placeOf(request))
      forgetOldest(settled)
    },
    isSettled(request) {
      const place = placeOf(request)
      // A digest holds for a while only, and its time may be over.
      return credentials?.kind !== 'basic' || (settled.has(place) && !challenges.has(place))
    },
    redact: (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text),
  }
}

function basicToken({ user, password }: { readonly user: string; readonly password: string }): string {
  return Buffer.from(`${user}:${password}`).toString('base64')
}

/** What must not be repeated, in the forms in which it is sent, and in which JSON says it. */
function secretsOf(credentials: EndpointCredentials | undefined): readonly string[] {
  switch (credentials?.kind) {
    case undefined:
      return []
    case 'bearer':
      return [credentials.token].filter((secret) => secret !== '')
    case 'basic':
      return [
        credentials.password,
        JSON.stringify(credentials.password).slice(1, -1),
        basicToken(credentials),
      ].filter((secret) => secret !== '')
  }
}

function forgetOldest(places: Set<string> | Map<string, unknown>): void {
  const [oldest] = places.keys()
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
}

/** The URL of a request without what is asked there. */
function placeOf({ url }: HttpRequest): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
