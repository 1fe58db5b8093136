/** Tells which tokens hold, by their signatures and claims; whether there is such a user is not looked at. */
export interface TokenVerifier {
  verify(token: string): Promise<VerifiedToken | RefusedToken | UnverifiableToken>
}

/** A token that holds. */
export type VerifiedToken =
  /** One that this service issued. */
  | { readonly kind: 'own'; readonly user: string; readonly issuedAt: number; readonly expires: number }
  /** One of a trusted issuer. Times are in seconds since 1970. */
  | {
      readonly kind: 'external'
      readonly issuer: string
      readonly claims: Readonly<Record<string, unknown>>
      readonly expires: number
    }

/** A token that does not; neither text repeats it, or a key. */
export interface RefusedToken {
  readonly kind: 'refused'
  /** One sentence for the client. */
  readonly message: string
  /** For the log. */
  readonly reason: string
}

/** A token of which it cannot be told at present, since the keys of its issuer cannot be had. */
export interface UnverifiableToken {
  readonly kind: 'unavailable'
  readonly message: string
  readonly reason: string
}

/** The tokens that the service issues itself (JSON Web Tokens, RFC 7519). */
export interface TokenSigner {
  /** A token by which its bearer is that user, until it expires or the user is removed, disabled or changes the password. */
  issue(user: string): Promise<string>
}
