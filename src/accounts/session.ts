import type { Permission } from './permission.ts'
import type { RoleMapping } from './role-mapping.ts'

/** Who asks, and what they may do. */
export interface Session {
  /** Name of the user whose permissions hold: with run-as that of the user acted for. */
  readonly user: string
  /** The session of the user who signed in, where that is another one. */
  readonly signedIn?: Session
  readonly superuser: boolean
  /** The effective ones: the user's own, and those of their roles. A superuser needs none. */
  readonly permissions: readonly Permission[]
  /** What the token said by which the user signed in; absent where the roles of the account hold. */
  readonly mapping?: RoleMapping
}
