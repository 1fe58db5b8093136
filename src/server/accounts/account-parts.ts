import type { AccountStore } from '../../accounts/account-store.ts'
import type { PasswordRules } from '../../accounts/check-new-password.ts'
import type { Authenticator } from '../../authentication/authenticator.ts'
import type { PasswordHashes } from '../../authentication/passwords/password-hashes.ts'
import type { AuditLog } from '../audit/audit.ts'

/** What the accounts of a home are made of. */
export interface AccountParts {
  readonly accounts: AccountStore
  readonly passwords: Pick<PasswordHashes, 'hash'>
  /** Looks at the present password of whoever sets the own one, and counts failures with it as it does when signing in. */
  readonly authenticator: Pick<Authenticator, 'signIn'>
  readonly rules: PasswordRules
  /** Whether users that tokens made can be given passwords. */
  readonly passwordReset: boolean
  readonly audit?: Pick<AuditLog, 'write'>
}
