/** What servers are called to those who sign in, unless they are given a name. */
export const defaultRealm = 'Espalier'

/**
 * The ways to sign in, for the header `WWW-Authenticate` (RFC 9110, section 11.6.1).
 *
 * @param realm any text
 */
export function challenges(realm: string): string[] {
  const quoted = quotedString(realm)
  return [`Basic realm=${quoted}, charset="UTF-8"`, `Bearer realm=${quoted}`]
}

/**
 * A `quoted-string` (RFC 9110, section 5.6.4) of ASCII alone: what else stands in a header, clients read as they please (section 5.5). Letters
 * go without their accents, other characters as question marks.
 */
function quotedString(text: string): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[^ -~]/gu, '?')
  return `"${ascii.replace(/["\\]/gu, '\\$&')}"`
}
