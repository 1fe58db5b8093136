import type { AccountChange, AccountStore } from '../../accounts/account-store.ts'
import { forgetting } from '../../accounts/forgetting.ts'
import type { AuditLog } from '../audit/audit.ts'

/** What the users are removed from, and where it is written down. */
export interface RemovalParts {
  readonly accounts: AccountStore
  readonly audit?: Pick<AuditLog, 'write'> | undefined
}

/**
 * Removes all users that tokens made, disabled ones too, with what was granted to them and about them; who has a password stays. Returns
 * their names.
 *
 * @throws ServiceError `storage`; then all are still there
 */
export function removeTokenUsers({ accounts, audit }: RemovalParts): readonly string[] {
  const users = accounts
    .users()
    .filter(({ name, issuer }) => issuer !== undefined && accounts.passwordHash(name) === undefined)
  accounts.change(
    users.flatMap(({ name }): AccountChange[] => [{ kind: 'removeUser', name }, forgetting('user', name)]),
  )
  for (const { name, issuer = '' } of users) {
    audit?.write({
      action: 'user.remove',
      target: name,
      details: { by: 'schedule', issuer },
      outcome: 'done',
    })
  }
  return users.map(({ name }) => name)
}
