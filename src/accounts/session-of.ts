import type { AccountStore } from './account-store.ts'
import { effectivePermissions, grantedPermissions } from './effective-permissions.ts'
import type { RoleMapping } from './role-mapping.ts'
import type { Session } from './session.ts'

/**
 * The session of a user, by the account as it is now; `undefined` where there is none, or it is disabled.
 *
 * @param mapping what a token says of the user's roles, in place of the account
 */
export function sessionOf(store: AccountStore, name: string, mapping?: RoleMapping): Session | undefined {
  const user = store.user(name)
  if (!user?.enabled) return undefined
  if (mapping === undefined) {
    return { user: name, superuser: user.superuser, permissions: effectivePermissions(store, user) }
  }
  const { roles, superuser } = mapping
  const permissions = grantedPermissions(store, { permissions: user.permissions, roles })
  return { user: name, superuser, permissions, mapping }
}
