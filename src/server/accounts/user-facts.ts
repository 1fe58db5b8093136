import type { User } from '../../accounts/account.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import { effectivePermissions, ownPermissions } from '../../accounts/effective-permissions.ts'
import { permissionText } from '../../accounts/permission-text.ts'
import type { UserFacts } from '../account-service.ts'

/** A user as it is told of: with what its roles permit, and whether each permission is its own. */
export function userFacts(store: AccountStore, user: User): UserFacts {
  const shown = withLastRoles(store, user)
  const own = new Set(ownPermissions(user).map(permissionText))
  const permissions = effectivePermissions(store, shown).map((permission) => ({
    ...permission,
    explicit: own.has(permissionText(permission)),
  }))
  return { ...shown, permissions }
}

/** A user with the roles that it is told to have: one that a token made has those that its last token asked for, and that there are. */
export function withLastRoles(store: Pick<AccountStore, 'role'>, user: User): User {
  if (user.issuer === undefined) return user
  const roles = (user.lastMapping?.roles ?? []).filter((role) => store.role(role) !== undefined)
  return { ...user, roles }
}
