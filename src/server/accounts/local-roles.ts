import type { AccountDeed } from '../../accounts/account-rules.ts'
import type { AccountChange } from '../../accounts/account-store.ts'
import { checkAccountName } from '../../accounts/check-account-name.ts'
import { grantsToMaker } from '../../accounts/first-permissions.ts'
import { forgetting } from '../../accounts/forgetting.ts'
import { ServiceError } from '../../errors.ts'
import type { AccountService } from '../account-service.ts'
import type { CallerAccounts } from './caller-accounts.ts'
import { withLastRoles } from './user-facts.ts'

/** The part of the accounts that roles are, and who has which. */
export type Roles = Pick<
  AccountService,
  | 'rolesOf'
  | 'setRoles'
  | 'assignRole'
  | 'unassignRole'
  | 'roles'
  | 'roleList'
  | 'addRole'
  | 'removeRole'
  | 'usersOf'
>

/** Roles as a caller has them. */
export function localRoles(accounts: CallerAccounts): Roles {
  const { store, session } = accounts

  function seeUser(name: string): void {
    accounts.require({ kind: 'see', account: { kind: 'user', name } })
  }

  function assigning(role: string): AccountDeed {
    return { kind: 'assignRole', role, permissions: store.role(role)?.permissions ?? [] }
  }

  function unassigning(role: string): AccountDeed {
    return { kind: 'unassignRole', role }
  }

  /** Holds that a user can be given these roles, or lose them. */
  function requireAssignable(user: string, ...roles: readonly string[]): void {
    const { issuer } = accounts.user(user)
    for (const role of roles) accounts.role(role)
    if (issuer === undefined) return
    const message = `User '${user}' was made by a token of ${issuer}: the roles come with each token, and nobody can change them. Permissions can be granted.`
    throw new ServiceError('forbidden', message)
  }

  return {
    async rolesOf(user) {
      seeUser(user)
      return withLastRoles(store, accounts.user(user)).roles
    },

    async setRoles(user, roles) {
      // What it needs beside depends on the roles that the user has, and so would tell them.
      seeUser(user)
      const wanted = new Set(roles)
      const had = new Set(store.user(user)?.roles)
      const assigned = [...wanted].filter((role) => !had.has(role))
      const unassigned = [...had].filter((role) => !wanted.has(role))
      accounts.require(...assigned.map(assigning), ...unassigned.map(unassigning))
      requireAssignable(user, ...assigned)
      // Who may change nothing is not to fill the audit log with it.
      if (assigned.length + unassigned.length === 0) return
      await accounts.change('user.roles', user, { assigned, unassigned }, () =>
        store.change([
          ...assigned.map((role): AccountChange => ({ kind: 'assignRole', user, role })),
          ...unassigned.map((role): AccountChange => ({ kind: 'unassignRole', user, role })),
        ]),
      )
    },

    assignRole: (user, role) =>
      accounts.change('user.addrole', user, { role }, () => {
        accounts.require(assigning(role))
        requireAssignable(user, role)
        store.change([{ kind: 'assignRole', user, role }])
      }),

    unassignRole: (user, role) =>
      accounts.change('user.removerole', user, { role }, () => {
        accounts.require(unassigning(role))
        requireAssignable(user, role)
        store.change([{ kind: 'unassignRole', user, role }])
      }),

    roles: async () => accounts.seen('role', store.roles()).map(({ name }) => name),
    roleList: async () => accounts.seen('role', store.roles()),

    addRole: (name) =>
      accounts.change('role.add', name, undefined, () => {
        accounts.require({ kind: 'addRole' })
        checkAccountName('role', name)
        store.change([{ kind: 'addRole', name }, ...grantsToMaker(session, 'role', name)])
      }),

    removeRole: (name, force = false) =>
      accounts.change('role.remove', name, { force }, () => {
        accounts.require({ kind: 'remove', account: { kind: 'role', name } })
        accounts.role(name)
        const { length } = store.usersOf(name)
        if (length > 0 && !force) throw inUse(name, length)
        store.change([{ kind: 'removeRole', name }, forgetting('role', name)])
      }),

    async usersOf(role) {
      accounts.require({ kind: 'see', account: { kind: 'role', name: role } })
      accounts.role(role)
      const users = store.usersOf(role).map((name) => ({ name }))
      return accounts.seen('user', users).map(({ name }) => name)
    },
  }
}

function inUse(role: string, count: number): ServiceError {
  const users = count === 1 ? '1 user has it' : `${count} users have it`
  return new ServiceError(
    'resourceInUse',
    `Role '${role}' is in use: ${users}. Remove it by force to take it from them.`,
  )
}
