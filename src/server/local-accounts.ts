import type { AccountService } from './account-service.ts'
import type { AccountParts } from './accounts/account-parts.ts'
import { callerAccounts } from './accounts/caller-accounts.ts'
import { localPermissions } from './accounts/local-permissions.ts'
import { localRoles } from './accounts/local-roles.ts'
import { localUsers } from './accounts/local-users.ts'
import type { Caller } from './caller.ts'

/** The accounts of a home in this process, on a caller's behalf; without one as the owner of the home, who may do everything. */
export function localAccounts(parts: AccountParts, caller?: Caller): AccountService {
  const accounts = callerAccounts(parts, caller)
  return {
    ...localUsers(parts, accounts, caller?.address ?? ''),
    ...localRoles(accounts),
    ...localPermissions(accounts),
  }
}
