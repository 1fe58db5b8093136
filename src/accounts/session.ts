import type { Permission } from './permission.ts'

/** Who asks, and what they may do. */
export interface Session {
  /** Name of the user whose permissions hold: with run-as that of the user acted for. */
  readonly user: string
  /** Name of the user who signed in, where that is another one. */
  readonly signedInAs?: string
  readonly superuser: boolean
  /** The effective ones: the user's own, and those of their roles. A superuser needs none. */
  readonly permissions: readonly Permission[]
}
