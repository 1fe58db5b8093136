import type { Holder, Role, User } from './account.ts'
import type { Permission, ResourceType } from './permission.ts'
import type { RoleMapping } from './role-mapping.ts'

/** A part of a change of accounts. */
export type AccountChange =
  | {
      readonly kind: 'addUser'
      readonly name: string
      readonly passwordHash: string
      readonly superuser: boolean
    }
  /** A user that the token of an issuer makes: without a password. */
  | { readonly kind: 'addTokenUser'; readonly name: string; readonly issuer: string }
  /** What a token said of the user's roles: see `lastMapping`. */
  | { readonly kind: 'setMapping'; readonly name: string; readonly mapping: RoleMapping }
  | { readonly kind: 'removeUser'; readonly name: string }
  /** Whom a token made is a user like others from then on: without `issuer` and `lastMapping`. */
  | { readonly kind: 'setPassword'; readonly name: string; readonly passwordHash: string }
  /** The same password, hashed anew: when it was set stays. Nothing happens where the hash is not `former` any more. */
  | {
      readonly kind: 'renewHash'
      readonly name: string
      readonly former: string
      readonly passwordHash: string
    }
  | { readonly kind: 'setEnabled'; readonly name: string; readonly enabled: boolean }
  | { readonly kind: 'addRole'; readonly name: string }
  /** Its users lose it. */
  | { readonly kind: 'removeRole'; readonly name: string }
  | { readonly kind: 'assignRole' | 'unassignRole'; readonly user: string; readonly role: string }
  /** What is granted already, or revoked and not granted, stays as it is. */
  | { readonly kind: 'grant' | 'revoke'; readonly holder: Holder; readonly permission: Permission }
  /** Revokes from everybody what is granted on a resource that is gone: all whose type is one of these and whose first name is this. */
  | {
      readonly kind: 'forget'
      readonly types: readonly ResourceType[]
      readonly name: string
    }

/** The accounts of a home folder, as they are kept; who may change them is not looked at. Names are told apart by the case of their letters. */
export interface AccountStore {
  /** Another number after each change: what was worked out of accounts holds as long as it stays. */
  version(): number
  /** In the order of their names. */
  users(): readonly User[]
  user(name: string): User | undefined
  /** What is kept of the password of a user, `undefined` where there is none; never goes into an answer or a log. */
  passwordHash(name: string): string | undefined
  /** When the password was set last; ISO 8601, UTC. */
  passwordSet(name: string): string | undefined
  /** In the order of their names. */
  roles(): readonly Role[]
  role(name: string): Role | undefined
  /** Names of the users who have a role, in the order of the alphabet. */
  usersOf(role: string): readonly string[]
  /**
   * Carries out all parts as one commit, or none.
   *
   * @throws ServiceError `accountExists` where a name is taken; `accountUnknown` where there is no such user or role; `storage`
   */
  change(changes: readonly AccountChange[]): void
}
