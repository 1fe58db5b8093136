import type { AccountService } from '../account-service.ts'
import type { Caller } from '../sign-in/caller.ts'
import type { AccountParts } from './account-parts.ts'
import { callerAccounts } from './caller-accounts.ts'
import { localPermissions } from './local-permissions.ts'
import { localRoles } from './local-roles.ts'
import { localUsers } from './local-users.ts'

/** The accounts of a home in this process, on a caller's behalf; without one as the owner of the home, who may do everything. */
export function localAccounts(parts: AccountParts, caller?: Caller): AccountService {
  const accounts = callerAccounts(parts, caller)
  return {
    ...localUsers(parts, accounts, caller?.address ?? ''),
    ...localRoles(accounts),
    ...localPermissions(accounts),
  }
}
