import type { Credentials } from './authenticator.ts'

/** What the header `Authorization` says: who the client claims to be, nothing, or nothing that can be read. */
export type Authorization =
  | Credentials
  | { readonly kind: 'none' }
  /** `message` is for the client, `reason` for the log; neither repeats the header. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly reason: string }

/**
 * Reads the header `Authorization`: `Basic` (RFC 7617) or `Bearer` (RFC 6750), in letters of any case.
 *
 * @param headers its value as often as it was sent: two would let a proxy and this server see different clients
 */
export function readAuthorization(headers: readonly string[] | undefined): Authorization {
  const [header = '', ...others] = headers ?? []
  if (others.length > 0)
    return unreadable('The header "Authorization" stands there more than once.', 'several headers')
  const text = header.trim()
  if (text === '') return { kind: 'none' }
  const [scheme = ''] = text.split(/\s/u, 1)
  const value = text.slice(scheme.length).trimStart()
  switch (scheme.toLowerCase()) {
    case 'basic':
      return readBasic(value)
    case 'bearer':
      return readBearer(value)
    default:
      return unreadable(
        'The header "Authorization" has to begin with Basic or Bearer.',
        'neither Basic nor Bearer',
      )
  }
}

function readBasic(value: string): Authorization {
  const bytes = Buffer.from(value, 'base64')
  // The decoder passes over what is no base64, which is how one header comes to have two meanings.
  if (bytes.toString('base64').replace(/=+$/u, '') !== value.replace(/={1,2}$/u, ''))
    return unreadable(`${basicForm} It is not base64.`, 'Basic without base64')
  const text = textOf(bytes)
  const colon = text.indexOf(':')
  if (colon < 0) return unreadable(`${basicForm} There is no colon in it.`, 'Basic without a colon')
  if (colon === 0) return unreadable(`${basicForm} The user name is empty.`, 'Basic without a user name')
  // RFC 7617, 2: neither part may have any.
  if (/\p{Cc}/u.test(text))
    return unreadable(`${basicForm} There are control characters in it.`, 'Basic with control characters')
  return { kind: 'password', user: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** As UTF-8, for which the challenge asks; as ISO 8859-1 where it is none, which is what clients send that know of no other. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** RFC 6750, 2.1. */
function readBearer(value: string): Authorization {
  if (/^[A-Za-z0-9._~+/-]+=*$/u.test(value)) return { kind: 'token', token: value }
  return unreadable('What follows "Bearer" has to be a token.', 'Bearer without a token')
}

const basicForm = 'What follows "Basic" has to be the user name, a colon and the password, in base64.'

function unreadable(message: string, reason: string): Authorization {
  return { kind: 'unreadable', message, reason }
}
