import type { AccountStore } from '../../accounts/account-store.ts'
import type { Authenticator } from '../../authentication/authenticator.ts'
import type { TokenSigner } from '../../authentication/tokens/token-verifier.ts'

/** Whether a server asks who somebody is. */
export type Security =
  /** Everybody who reaches it may do everything. */
  | { readonly kind: 'off' }
  | {
      readonly kind: 'on'
      readonly authenticator: Authenticator
      /** Who there is, and what they may do. */
      readonly accounts: AccountStore
      /** Made for those who signed in. */
      readonly tokens: TokenSigner
      /** What there is to tell of the keys of issuers, and of tokens that they did not give, for the log; none of it is secret. */
      readonly reports?: { listen(listener: (line: string) => void): void }
      /** What clients are told that they sign in to; `Espalier` unless given. */
      readonly realm?: string
      /** When users are removed that tokens made, as an expression of cron with seconds; never unless given. */
      readonly removalSchedule?: string
    }
