import type { Holder, Role, User } from '../accounts/account.ts'
import type { Permission } from '../accounts/permission.ts'

/** A user to be made. */
export interface NewUser {
  readonly name: string
  readonly password: string
  readonly superuser?: boolean
}

/** A permission as a user has it: granted to them, or, where not `explicit`, to one of their roles. */
export interface HeldPermission extends Permission {
  readonly explicit: boolean
}

/** A user as it is told of. */
export interface UserFacts extends Omit<User, 'permissions'> {
  /** All effective ones, each once; of a superuser `ALL` on everything too. */
  readonly permissions: readonly HeldPermission[]
}

/**
 * Users, roles and permissions, as every face of the service uses them. On somebody's behalf, lists have what they may read, and each
 * method fails with `forbidden` where they may not, whether there is such a user or role or not; and
 * else with `accountUnknown` where there is none.
 */
export interface AccountService {
  /** Names, in the order of the alphabet. */
  users(): Promise<readonly string[]>
  userList(): Promise<readonly UserFacts[]>
  user(name: string): Promise<UserFacts>
  /** Who makes a user may read, write, delete, grant and revoke it. @throws ServiceError `accountExists`, `illegalArgument`, `illegalPassword` */
  addUser(user: NewUser): Promise<void>
  /** @throws ServiceError `resourceInUse` for the last superuser who can sign in */
  removeUser(name: string): Promise<void>
  /**
   * @param current the present password: needed for one's own
   * @throws ServiceError `illegalPassword`, `illegalArgument` without the current one, `forbidden` where that is wrong
   */
  setPassword(name: string, password: string, current?: string): Promise<void>
  /** `false` for an unknown user. */
  isEnabled(name: string): Promise<boolean>
  /** @throws ServiceError `resourceInUse` for the last superuser who can sign in */
  setEnabled(name: string, enabled: boolean): Promise<void>
  /** `false` for an unknown user. */
  isSuperuser(name: string): Promise<boolean>
  rolesOf(user: string): Promise<readonly string[]>
  /** All roles of a user from now on. */
  setRoles(user: string, roles: readonly string[]): Promise<void>
  assignRole(user: string, role: string): Promise<void>
  unassignRole(user: string, role: string): Promise<void>
  roles(): Promise<readonly string[]>
  roleList(): Promise<readonly Role[]>
  addRole(name: string): Promise<void>
  /** @param force also where users have it @throws ServiceError `resourceInUse` */
  removeRole(name: string, force?: boolean): Promise<void>
  usersOf(role: string): Promise<readonly string[]>
  /** The explicit ones; of a superuser `ALL` on everything too. */
  permissionsOf(holder: Holder): Promise<readonly Permission[]>
  /** Those of a user and of the roles of the user. */
  effectivePermissions(user: string): Promise<readonly Permission[]>
  /** @throws ServiceError `illegalArgument` for a permission that means nothing */
  grant(holder: Holder, permission: Permission): Promise<void>
  revoke(holder: Holder, permission: Permission): Promise<void>
  /** Whether the asker holds a permission. */
  holds(permission: Permission): Promise<boolean>
}
