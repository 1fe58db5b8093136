import type { Holder, Role, User } from '../../accounts/account.ts'
import { checkResource } from '../../accounts/check-resource.ts'
import { effectivePermissions, everything, ownPermissions } from '../../accounts/effective-permissions.ts'
import { holdsPermission } from '../../accounts/holds-permission.ts'
import { permissionText } from '../../accounts/permission-text.ts'
import { ServiceError } from '../../errors.ts'
import type { AccountService } from '../account-service.ts'
import type { CallerAccounts } from './caller-accounts.ts'
import { withLastRoles } from './user-facts.ts'

/** The part of the accounts that permissions are. */
export type Permissions = Pick<
  AccountService,
  'permissionsOf' | 'effectivePermissions' | 'grant' | 'revoke' | 'holds'
>

/** Permissions as a caller has them. */
export function localPermissions(accounts: CallerAccounts): Permissions {
  const { store, session } = accounts

  function known({ kind, name }: Holder): { readonly user: User } | { readonly role: Role } {
    return kind === 'user' ? { user: accounts.user(name) } : { role: accounts.role(name) }
  }

  return {
    async permissionsOf(holder) {
      accounts.require({ kind: 'see', account: holder })
      const found = known(holder)
      return 'user' in found ? ownPermissions(found.user) : found.role.permissions
    },

    async effectivePermissions(name) {
      accounts.require({ kind: 'see', account: { kind: 'user', name } })
      return effectivePermissions(store, withLastRoles(store, accounts.user(name)))
    },

    grant: (holder, permission) => {
      const text = permissionText(permission)
      return accounts.change(`${holder.kind}.grant`, holder.name, { permission: text }, () => {
        checkResource(permission.resource)
        accounts.require({ kind: 'grant', permission })
        const found = known(holder)
        // A superuser has it without being granted it.
        if ('user' in found && found.user.superuser && text === permissionText(everything)) return
        store.change([{ kind: 'grant', holder, permission }])
      })
    },

    revoke: (holder, permission) => {
      const text = permissionText(permission)
      return accounts.change(`${holder.kind}.revoke`, holder.name, { permission: text }, () => {
        checkResource(permission.resource)
        accounts.require({ kind: 'revoke', permission })
        const found = known(holder)
        if ('user' in found && found.user.superuser && text === permissionText(everything)) {
          const message = `User '${holder.name}' is a superuser: ${text} cannot be revoked.`
          throw new ServiceError('illegalArgument', message)
        }
        store.change([{ kind: 'revoke', holder, permission }])
      })
    },

    holds: async (permission) => session === undefined || holdsPermission(session, permission),
  }
}
