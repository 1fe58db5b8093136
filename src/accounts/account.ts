import type { Permission } from './permission.ts'
import type { RoleMapping } from './role-mapping.ts'

/** Somebody who can sign in. */
export interface User {
  readonly name: string
  /** Somebody who is not cannot sign in. */
  readonly enabled: boolean
  /** May do everything. */
  readonly superuser: boolean
  /** Names of the roles, in the order of the alphabet. */
  readonly roles: readonly string[]
  /** Its own ones, in the order in which they were granted; that a superuser may do everything does not stand here. */
  readonly permissions: readonly Permission[]
  /**
   * The issuer whose token made the user; absent for who was added. Such a user has no password and is given no roles: they come
   * with each token.
   */
  readonly issuer?: string
  /** What the token said by which the user signed in last, of a trusted issuer that maps roles; to be told, and of no effect. */
  readonly lastMapping?: RoleMapping
}

/** Permissions under a name, which users are given together. */
export interface Role {
  readonly name: string
  readonly permissions: readonly Permission[]
}

/** Whom a permission is granted to. */
export interface Holder {
  readonly kind: 'user' | 'role'
  readonly name: string
}
