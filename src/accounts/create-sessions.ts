import type { AccountStore } from './account-store.ts'
import type { RoleMapping } from './role-mapping.ts'
import type { Session } from './session.ts'
import { sessionOf } from './session-of.ts'

/** The sessions of users, by the accounts as they are now. */
export interface Sessions {
  /**
   * The session of a user; `undefined` for nobody and for who is disabled. The same object until accounts change, as a rule.
   *
   * @param mapping what the token says by which the user signed in, where that takes the place of the account's roles
   */
  of(user: string, mapping?: RoleMapping): Session | undefined
}

/** Sessions that are known at most: a user has as many as there are tokens of theirs that say something else. */
const mostKnown = 5_000

/** Sessions by the accounts of a store, worked out once for each of its versions; where there are very many, now and then anew. */
export function createSessions(store: AccountStore, most = mostKnown): Sessions {
  let version: number | undefined
  const known = new Map<string, Session>()

  return {
    of(name, mapping) {
      const now = store.version()
      if (version !== now) known.clear()
      version = now
      // No name has a line break in it.
      const key = mapping === undefined ? name : `${name}\n${JSON.stringify(mapping)}`
      const found = known.get(key)
      if (found !== undefined) return found
      const session = sessionOf(store, name, mapping)
      if (session === undefined) return undefined
      if (known.size >= most) known.clear()
      known.set(key, session)
      return session
    },
  }
}
