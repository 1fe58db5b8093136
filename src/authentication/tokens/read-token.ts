import { isJsonObject } from '../is-json-object.ts'
import { hasDuplicateMember } from './duplicate-member.ts'

/** What stands in a token, which nobody has verified yet. */
export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

/** Characters of a token at most. */
const longest = 16_384

/**
 * Reads the parts of a JSON Web Token in its compact form, as strictly as every reader would (RFC 8725): three parts in canonical
 * base64url, of which the first two are objects in JSON that name each member once, and nothing that readers have to understand (`crit`).
 * Else what is wrong, for the log: none of the token is in it.
 */
export function readToken(token: string): TokenParts | string {
  if (token.length > longest) return `The token has more than ${longest} characters.`
  const parts = token.split('.')
  if (parts.length !== 3) return 'The token does not consist of three parts.'
  const [header, payload, signature] = parts.map(bytesOf)
  if (header === undefined || payload === undefined || signature === undefined) {
    return 'A part of the token is not in canonical base64url.'
  }
  const head = objectOf(header)
  if (typeof head === 'string') return `The header of the token ${head}`
  const claims = objectOf(payload)
  if (typeof claims === 'string') return `The payload of the token ${claims}`
  if (Object.hasOwn(head, 'crit')) return 'The header of the token asks for an extension ("crit").'
  return { header: head, payload: claims }
}

/** Another text for the same bytes would make another token that holds. */
function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return part !== '' && bytes.toString('base64url') === part ? bytes : undefined
}

function objectOf(bytes: Buffer): Readonly<Record<string, unknown>> | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value)) return 'is no object.'
    return hasDuplicateMember(text) ? 'names a member twice.' : value
  } catch {
    return 'is no JSON.'
  }
}
