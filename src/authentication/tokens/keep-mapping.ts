import type { AccountStore } from '../../accounts/account-store.ts'
import type { RoleMapping } from '../../accounts/role-mapping.ts'
import { ServiceError } from '../../errors.ts'

/**
 * Keeps what a token said of its user's roles, where it is not what was kept. Nothing but lists shows it: that it cannot be written is no
 * reason to refuse the user.
 */
export function keepMapping(accounts: AccountStore, name: string, mapping: RoleMapping): void {
  const kept = accounts.user(name)?.lastMapping
  if (kept !== undefined && isSame(kept, mapping)) return
  try {
    accounts.change([{ kind: 'setMapping', name, mapping }])
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === 'storage')) throw error
  }
}

function isSame(left: RoleMapping, right: RoleMapping): boolean {
  return (
    left.superuser === right.superuser &&
    left.roles.length === right.roles.length &&
    left.roles.every((role, index) => role === right.roles[index])
  )
}
