import { createHash, randomBytes } from 'node:crypto'

/** What a server asks of who wants to be known by digest (RFC 7616, 3.3). */
export interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque?: string
  readonly algorithm: 'MD5' | 'SHA-256'
  /** Whether the answer is bound to a count of requests; absent in the oldest form (RFC 2069). */
  readonly isCounted: boolean
}

/** A request, as its digest tells of it. */
export interface DigestRequest {
  readonly method: string
  /** Path and search part of the URL. */
  readonly path: string
  /** How many requests were made with the same nonce, this one among them. */
  readonly count: number
}

/** The strongest challenge of a header `WWW-Authenticate` that can be answered; `undefined` where there is none. */
export function digestChallenge(header: string): DigestChallenge | undefined {
  // A header has several challenges behind each other, and commas stand within them too.
  const challenges = header
    .split(/(?:^|,)\s*(?=(?:Digest|Basic|Bearer|Negotiate|NTLM)\b)/i)
    .flatMap((text) => (/^Digest\s/i.test(text) ? [challengeOf(text.slice('Digest'.length))] : []))
  return challenges.find((challenge) => challenge?.algorithm === 'SHA-256') ?? challenges.find(Boolean)
}

function challengeOf(text: string): DigestChallenge | undefined {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, token] of text.matchAll(
    /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g,
  )) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
  }
  const realm = parameters.get('realm')
  const nonce = parameters.get('nonce')
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase()
  if (realm === undefined || nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'SHA-256'))
    return undefined
  const qualities = parameters
    .get('qop')
    ?.split(',')
    .map((quality) => quality.trim().toLowerCase())
  if (qualities !== undefined && !qualities.includes('auth')) return undefined
  const opaque = parameters.get('opaque')
  return {
    realm,
    nonce,
    algorithm,
    isCounted: qualities !== undefined,
    ...(opaque === undefined ? {} : { opaque }),
  }
}

/** The header `Authorization` that answers a challenge (RFC 7616, 3.4). */
export function digestAuthorization(
  challenge: DigestChallenge,
  { user, password }: { readonly user: string; readonly password: string },
  { method, path, count }: DigestRequest,
  clientNonce: string = randomBytes(16).toString('hex'),
): string {
  const { realm, nonce, opaque, algorithm, isCounted } = challenge
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const number = count.toString(16).padStart(8, '0')
  const between = isCounted ? `${nonce}:${number}:${clientNonce}:auth` : nonce
  const response = hash(`${hash(`${user}:${realm}:${password}`)}:${between}:${hash(`${method}:${path}`)}`)
  const parts = [
    userPart(user),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(path)}`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(isCounted ? ['qop=auth', `nc=${number}`, `cnonce="${clientNonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ]
  return `Digest ${parts.join(', ')}`
}

/** Headers say other characters in another way (RFC 7616, 3.4.4). */
function userPart(user: string): string {
  if (/^[\x20-\x7e]*$/.test(user)) return `username=${quoted(user)}`
  const text = encodeURIComponent(user.toWellFormed()).replace(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16)}`,
  )
  return `username*=UTF-8''${text}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
