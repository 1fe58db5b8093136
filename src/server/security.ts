import type { AccountStore } from '../accounts/account-store.ts'
import type { Authenticator } from '../authentication/authenticator.ts'
import type { TokenSigner } from '../authentication/tokens/token-verifier.ts'

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
      /** What clients are told that they sign in to; `Espalier` unless given. */
      readonly realm?: string
    }
