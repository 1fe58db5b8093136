/** What servers are called to those who sign in, unless they are given a name. */
export const defaultRealm = 'Espalier'

/**
 * The ways to sign in, for the header `WWW-Authenticate` (RFC 9110, section 11.6.1).
 *
 * @param realm any text
 * @param problem what is wrong with the token that was shown, where it was one (RFC 6750, section 3): clients look for it to get another
 */
export function challenges(realm: string, problem?: string): string[] {
  const quoted = quotedString(realm)
  const error =
    problem === undefined ? '' : `, error="invalid_token", error_description=${quotedString(problem)}`
  return [`Basic realm=${quoted}, charset="UTF-8"`, `Bearer realm=${quoted}${error}`]
}

/** Whether a header `Authorization` shows a token. */
export function showsToken(header: string | undefined): boolean {
  return /^bearer(?:\s|$)/iu.test(header ?? '')
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
