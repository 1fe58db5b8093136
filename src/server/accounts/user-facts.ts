import type { User } from '../../accounts/account.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import { effectivePermissions, ownPermissions } from '../../accounts/effective-permissions.ts'
import { permissionText } from '../../accounts/permission-text.ts'
import type { UserFacts } from '../account-service.ts'

/** A user as it is told of: with what its roles permit, and whether each permission is its own. */
export function userFacts(store: AccountStore, user: User): UserFacts {
  const own = new Set(ownPermissions(user).map(permissionText))
  const permissions = effectivePermissions(store, user).map((permission) => ({
    ...permission,
    explicit: own.has(permissionText(permission)),
  }))
  return { ...user, permissions }
}
