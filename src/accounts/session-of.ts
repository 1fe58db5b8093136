import type { AccountStore } from './account-store.ts'
import { effectivePermissions } from './effective-permissions.ts'
import type { Session } from './session.ts'

/** The session of a user, by the account as it is now; `undefined` where there is none, or it is disabled. */
export function sessionOf(store: AccountStore, name: string): Session | undefined {
  const user = store.user(name)
  if (!user?.enabled) return undefined
  return { user: name, superuser: user.superuser, permissions: effectivePermissions(store, user) }
}
