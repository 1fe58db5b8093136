import type { AccountStore } from './account-store.ts'
import type { RoleMapping } from './role-mapping.ts'
import type { Session } from './session.ts'
import { sessionOf } from './session-of.ts'

/** The sessions of users, by the accounts as they are now. */
export interface Sessions {
  /**
   * The session of a user; `undefined` for nobody and for who is disabled. The same object until accounts change.
   *
   * @param mapping what the token says by which the user signed in, where that takes the place of the account's roles
   */
  of(user: string, mapping?: RoleMapping): Session | undefined
}

/** Sessions by the accounts of a store, worked out once for each of its versions. */
export function createSessions(store: AccountStore): Sessions {
  let version: number | undefined
  const known = new Map<string, Session>()

  return {
    of(name, mapping) {
      const now = store.version()
      if (version !== now) known.clear()
      version = now
      // No name has a line break in it.
      const key = mapping === undefined ? name : `${name}\n${JSON.stringify(mapping)}`
      const session = known.get(key) ?? sessionOf(store, name, mapping)
      if (session !== undefined) known.set(key, session)
      return session
    },
  }
}
