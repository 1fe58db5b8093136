import type { AccountStore } from './account-store.ts'
import type { Session } from './session.ts'
import { sessionOf } from './session-of.ts'

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
      const session = known.get(name) ?? sessionOf(store, name)
      if (session !== undefined) known.set(name, session)
      return session
    },
  }
}
