/** What a client shows to tell who it is. */
export type Credentials =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }

/** Whom credentials are of. */
export interface Identity {
  /** Name of a user of the service. */
  readonly user: string
}

/** What an attempt to sign in came to. */
export type SignIn =
  | {
      readonly kind: 'identity'
      readonly identity: Identity
      /** Whether the credentials were looked at anew, and not remembered from a moment ago. */
      readonly fresh: boolean
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

/** Tells who somebody is. Users who are disabled, or were removed, are refused with the next attempt. */
export interface Authenticator {
  /**
   * @param address of the client, as failures are counted by it
   * @throws ServiceError `serverBusy` where too many passwords wait to be looked at
   */
  signIn(credentials: Credentials, address: string): Promise<SignIn>
}
