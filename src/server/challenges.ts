/** What servers are called to those who sign in, unless they are given a name. */
export const defaultRealm = 'Espalier'

/**
 * The ways to sign in, for the header `WWW-Authenticate` (RFC 9110, section 11.6.1).
 *
 * @param realm any text; of several lines one is made
 */
export function challenges(realm: string): string[] {
  const quoted = quotedString(realm)
  return [`Basic realm=${quoted}, charset="UTF-8"`, `Bearer realm=${quoted}`]
}

/** A `quoted-string` (RFC 9110, section 5.6.4), whose letters beyond ASCII are the bytes of UTF-8. */
function quotedString(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').replace(/["\\]/gu, '\\$&')
  return `"${Buffer.from(line, 'utf8').toString('latin1')}"`
}
