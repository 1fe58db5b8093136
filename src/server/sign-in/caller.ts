import type { Session } from '../../accounts/session.ts'
import type { BearerToken } from '../../authentication/authenticator.ts'

/** On whose behalf services work, for one request. */
export interface Caller {
  readonly session: Session
  /** Where the request came from. */
  readonly address: string
  readonly requestId: string
  /** The token of a trusted issuer by which the user signed in: data sources are asked on the user's behalf by one in exchange for it. */
  readonly token?: BearerToken
}
