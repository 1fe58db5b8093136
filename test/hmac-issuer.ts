import { SignJWT } from 'jose'

/** An issuer of tokens that signs by a secret, which a server is told as well. */
export interface HmacIssuer {
  /** As it stands in `iss`. */
  readonly issuer: string
  /**
   * Its entry under `issuers` of a `jwt.conf`.
   *
   * @param keys further keys, in the order in which they are to stand
   */
  entry(keys?: Readonly<Record<string, unknown>>): string
  /** A token for an hour, of the user `ann` unless the claims say otherwise; `undefined` leaves one out. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>
}

/** Whom the tokens are for. */
const audience = 'garden'

/** An issuer with a secret of its own. */
export function hmacIssuer(issuer = 'https://idp.example'): HmacIssuer {
  const secret = `the secret of ${issuer}, long enough for any hash`
  return {
    issuer,
    entry(keys = {}) {
      const all = { audience, ...keys, algorithms: { HS256: { secret } } }
      // JSON is YAML.
      return `  ${JSON.stringify(issuer)}: ${JSON.stringify(all)}\n`
    },
    token(claims = {}) {
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: issuer, aud: audience, sub: 'ann', iat: now, exp: now + 3600, ...claims }
      return new SignJWT(all).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(Buffer.from(secret))
    },
  }
}
