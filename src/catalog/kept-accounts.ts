import type { Role, User } from '../accounts/account.ts'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRows, PasswordRow } from './account-rows.ts'
import type { ChangeAccounts } from './change-accounts.ts'

/** How the tables of accounts are reached: failures of SQLite become those of the service. */
export interface AccountAccess {
  readonly rows: AccountRows
  readonly apply: ChangeAccounts
  guarded<Result>(work: () => Result): Result
  /** Carries out the work as one commit, or none of it. */
  atomically(work: () => void): void
}

/** The accounts of a catalog, and how its other changes take accounts with them. */
export interface KeptAccounts {
  readonly store: AccountStore
  /**
   * Work that changes accounts by `apply` beside other tables, as one commit.
   *
   * @throws ServiceError `storage`, and what `work` throws
   */
  within(work: (apply: ChangeAccounts) => void): void
}

/**
 * The accounts of an open catalog, which no other process changes: what was read of them holds until the next change, since every request
 * asks for a user.
 */
export function keptAccounts({ rows, apply, guarded, atomically }: AccountAccess): KeptAccounts {
  let version = 1
  const users = new Map<string, User | undefined>()
  const passwords = new Map<string, PasswordRow | undefined>()
  const roles = new Map<string, Role | undefined>()

  /** Names come from whoever tries them: only those that there are are kept. */
  function take<Value>(
    kept: Map<string, Value | undefined>,
    name: string,
    read: (name: string) => Value | undefined,
  ): Value | undefined {
    const known = kept.get(name)
    if (known !== undefined) return known
    const found = guarded(() => read(name))
    if (found !== undefined) kept.set(name, found)
    return found
  }

  function within(work: (apply: ChangeAccounts) => void): void {
    atomically(() => work(apply))
    version += 1
    for (const kept of [users, passwords, roles]) kept.clear()
  }

  return {
    within,
    store: {
      version: () => version,
      users: () => guarded(() => rows.users()),
      user: (name) => take(users, name, rows.user),
      passwordHash: (name) => take(passwords, name, rows.password)?.hash,
      passwordSet: (name) => take(passwords, name, rows.password)?.set,
      roles: () => guarded(() => rows.roles()),
      role: (name) => take(roles, name, rows.role),
      usersOf: (role) => guarded(() => rows.usersOf(role)),
      change(changes: readonly AccountChange[]) {
        if (changes.length > 0) within((each) => changes.forEach(each))
      },
    },
  }
}
