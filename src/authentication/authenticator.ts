import type { RoleMapping } from '../accounts/role-mapping.ts'

/** What a client shows to tell who it is. */
export type Credentials =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }

/** Whom credentials are of. */
export interface Identity {
  /** Name of a user of the service. */
  readonly user: string
  /** What the token of a trusted issuer says of the user's roles; absent where those of the account hold. */
  readonly mapping?: RoleMapping
  /** The token of a trusted issuer that was shown: others can be had for it, to ask a data source on the user's behalf. */
  readonly token?: BearerToken
}

/** A token of a trusted issuer, which holds; never goes into an answer, an error or a log. */
export interface BearerToken {
  /** The issuer, as it stands in the token and in the settings. */
  readonly issuer: string
  readonly text: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** What an attempt to sign in came to. */
export type SignIn =
  | {
      readonly kind: 'identity'
      readonly identity: Identity
      /** Whether the credentials were looked at anew, and not remembered from a moment ago. */
      readonly fresh: boolean
      /** What the log is to tell of a fresh one: the issuer of the token, roles that were asked for and are not there, whether the user was made by it. */
      readonly told?: TokenSignIn
    }
  /** `message` is for the client, and tells nobody which part was wrong; `reason` is for the log. */
  | { readonly kind: 'refused'; readonly user?: string; readonly message: string; readonly reason: string }
  /** Too many failures of that user from that address: the credentials were not looked at. */
  | {
      readonly kind: 'throttled'
      readonly user?: string
      readonly message: string
      readonly retryAfterSeconds: number
      /** Whether it is the first since a password was looked at: all of a flood say the same. */
      readonly fresh: boolean
    }
  /** What the credentials have to be held against cannot be had at present: keys of an issuer, or groups in a directory. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly reason: string }

/** What there is to tell of who signed in by the token of a trusted issuer. */
export interface TokenSignIn {
  readonly issuer: string
  /** Roles that the token asked for and that there are not; they give nothing. */
  readonly unknownRoles: readonly string[]
  /** Whether there was no such user before. */
  readonly created: boolean
}

/** Tells who somebody is. Users who are disabled, or were removed, are refused with the next attempt. */
export interface Authenticator {
  /**
   * @param address of the client, as failures are counted by it
   * @throws ServiceError `serverBusy` where too many passwords wait to be looked at
   */
  signIn(credentials: Credentials, address: string): Promise<SignIn>
}
