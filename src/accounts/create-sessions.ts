import type { AccountStore } from './account-store.ts'
import { effectivePermissions } from './effective-permissions.ts'
import type { Session } from './session.ts'

/** The sessions of users, by the accounts as they are now. */
export interface Sessions {
  /** The session of a user; `undefined` for nobody and for who is disabled. The same object until accounts change. */
  of(user: string): Session | undefined
}

/** Sessions by the accounts of a store, worked out once for each of its versions. */
export function createSessions(store: AccountStore): Sessions {
  let version: number | undefined
  const known = new Map<string, Session>()

  return {
    of(name) {
      const now = store.version()
      if (version !== now) known.clear()
      version = now
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const user = store.user(name)
      if (!user?.enabled) return undefined
      const { superuser } = user
      const session: Session = { user: name, superuser, permissions: effectivePermissions(store, user) }
      known.set(name, session)
      return session
    },
  }
}
