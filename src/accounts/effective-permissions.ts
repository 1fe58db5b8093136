import type { User } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Permission } from './permission.ts'
import { permissionText } from './permission-text.ts'

/** What a superuser has without being granted it. */
export const everything: Permission = { action: 'ALL', resource: { type: '*', name: ['*'] } }

/** The permissions that are a user's own; of a superuser {@link everything} as the last. */
export function ownPermissions(user: User): readonly Permission[] {
  return user.superuser ? distinct([...user.permissions, everything]) : user.permissions
}

/** The permissions of a user: the own ones, then those of the roles, each once. */
export function effectivePermissions(store: Pick<AccountStore, 'role'>, user: User): readonly Permission[] {
  return grantedPermissions(store, { permissions: ownPermissions(user), roles: user.roles })
}

/** Some permissions, then those of some roles, each once; roles that there are not have none. */
export function grantedPermissions(
  store: Pick<AccountStore, 'role'>,
  { permissions, roles }: Pick<User, 'permissions' | 'roles'>,
): readonly Permission[] {
  return distinct([...permissions, ...roles.flatMap((role) => store.role(role)?.permissions ?? [])])
}

function distinct(permissions: readonly Permission[]): readonly Permission[] {
  return [...new Map(permissions.map((permission) => [permissionText(permission), permission])).values()]
}
