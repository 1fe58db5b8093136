import type { Permission } from './permission.ts'

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
