import type { BearerToken } from '../authenticator.ts'
import type { RefusedToken, UnverifiableToken } from '../tokens/token-verifier.ts'

/** The directories of issuers, which tell the groups that users are in. */
export interface Directories {
  /**
   * The groups of who shows a token of an issuer whose roles its directory tells.
   *
   * @param user whom the token names; unless told, tokens are taken for those of different users
   */
  groups(token: BearerToken, user?: string): Promise<DirectoryGroups | RefusedToken | UnverifiableToken>
}

/** What a directory told. */
export interface DirectoryGroups {
  readonly kind: 'groups'
  /** Each once. */
  readonly names: readonly string[]
}
