import type { Session } from '../accounts/session.ts'

/** On whose behalf services work, for one request. */
export interface Caller {
  readonly session: Session
  /** Where the request came from. */
  readonly address: string
  readonly requestId: string
}
