/** The tokens that the service issues itself (JSON Web Tokens, RFC 7519). */
export interface OwnTokens {
  /** A token by which its bearer is that user, until it expires or the user is removed, disabled or changes the password. */
  issue(user: string): Promise<string>
  /** Whom a token is of, and when it was issued; or why it is refused, for the client and for the log. */
  verify(token: string): Promise<OwnToken | RefusedToken>
}

/** A token that holds. */
export interface OwnToken {
  readonly kind: 'own'
  readonly user: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly expires: number
}

/** A token that does not; neither text has any of it, or of a key. */
export interface RefusedToken {
  readonly kind: 'refused'
  readonly message: string
  readonly reason: string
}
