import type { AccountDeed } from '../../accounts/account-rules.ts'
import { checkAccountName } from '../../accounts/check-account-name.ts'
import { checkNewPassword } from '../../accounts/check-new-password.ts'
import { grantsOfNewUser, grantsToMaker } from '../../accounts/first-permissions.ts'
import { forgetting } from '../../accounts/forgetting.ts'
import { isLastSuperuser } from '../../accounts/last-superuser.ts'
import { ServiceError } from '../../errors.ts'
import type { AccountService } from '../account-service.ts'
import type { AccountParts } from './account-parts.ts'
import type { CallerAccounts } from './caller-accounts.ts'
import { passwordDeed } from './password-deed.ts'
import { requireCurrentPassword } from './require-current-password.ts'
import { userFacts } from './user-facts.ts'

/** The part of the accounts that users are. */
export type Users = Pick<
  AccountService,
  | 'users'
  | 'userList'
  | 'user'
  | 'addUser'
  | 'removeUser'
  | 'setPassword'
  | 'isEnabled'
  | 'setEnabled'
  | 'isSuperuser'
>

/** Users as a caller has them. */
export function localUsers(
  { authenticator, rules, passwordReset }: Pick<AccountParts, 'authenticator' | 'rules' | 'passwordReset'>,
  accounts: CallerAccounts,
  address: string,
): Users {
  const { store, session } = accounts

  function see(name: string): void {
    accounts.require({ kind: 'see', account: { kind: 'user', name } })
  }

  function requireOtherSuperuser(name: string): void {
    if (!isLastSuperuser(store, name)) return
    const message = `User '${name}' is the last superuser who can sign in. Make another one first.`
    throw new ServiceError('resourceInUse', message)
  }

  return {
    users: async () => accounts.seen('user', store.users()).map(({ name }) => name),

    userList: async () => accounts.seen('user', store.users()).map((user) => userFacts(store, user)),

    async user(name) {
      see(name)
      return userFacts(store, accounts.user(name))
    },

    addUser: ({ name, password, superuser = false }) =>
      accounts.change('user.add', name, { superuser }, async () => {
        const deed: AccountDeed = { kind: 'addUser', superuser }
        accounts.require(deed)
        checkAccountName('user', name)
        checkNewPassword(password, rules)
        // Told before the password is hashed, which takes a while; the store looks again.
        if (store.user(name) !== undefined) {
          throw new ServiceError('accountExists', `User '${name}' already exists.`)
        }
        const passwordHash = await accounts.hash(password, deed)
        store.change([
          { kind: 'addUser', name, passwordHash, superuser },
          ...grantsOfNewUser(name),
          ...grantsToMaker(session, 'user', name),
        ])
      }),

    removeUser: (name) =>
      accounts.change('user.remove', name, undefined, () => {
        accounts.require({ kind: 'remove', account: { kind: 'user', name } })
        // Else whoever may remove users had the last word over those who may do everything.
        if (accounts.user(name).superuser) accounts.require({ kind: 'removeSuperuser' })
        requireOtherSuperuser(name)
        store.change([{ kind: 'removeUser', name }, forgetting('user', name)])
      }),

    setPassword: (name, password, current) =>
      accounts.change('user.password', name, undefined, async () => {
        const own = session?.user === name
        const deed = passwordDeed(accounts, name, passwordReset)
        const deeds: readonly AccountDeed[] = own && deed.kind === 'setPassword' ? [] : [deed]
        accounts.require(...deeds)
        const { issuer } = accounts.user(name)
        checkNewPassword(password, rules)
        const before = store.passwordSet(name)
        // Who was made by a token has none.
        if (own && issuer === undefined) {
          await requireCurrentPassword(authenticator, { user: name, password: current, address })
        }
        const passwordHash = await accounts.hash(password, ...deeds)
        // Whoever knew the password that was must not undo that it was replaced.
        if (own && store.passwordSet(name) !== before) {
          throw new ServiceError('forbidden', 'The password was set by somebody else meanwhile.')
        }
        // By other rules than those that were held to.
        if (store.user(name)?.issuer !== issuer) {
          throw new ServiceError('forbidden', `User '${name}' was changed by somebody else meanwhile.`)
        }
        store.change([
          { kind: 'setPassword', name, passwordHash },
          ...(issuer === undefined ? [] : grantsOfNewUser(name)),
        ])
      }),

    async isEnabled(name) {
      see(name)
      return store.user(name)?.enabled ?? false
    },

    setEnabled: (name, enabled) =>
      accounts.change(enabled ? 'user.enable' : 'user.disable', name, undefined, () => {
        accounts.require({ kind: 'setEnabled' })
        accounts.user(name)
        if (!enabled) requireOtherSuperuser(name)
        store.change([{ kind: 'setEnabled', name, enabled }])
      }),

    async isSuperuser(name) {
      see(name)
      return store.user(name)?.superuser ?? false
    },
  }
}
