import { type AccountDeed, mayDo } from '../../accounts/account-rules.ts'
import { ServiceError } from '../../errors.ts'
import type { CallerAccounts } from './caller-accounts.ts'

/** To set the password of another user, or the first one of a user that a token made. */
export type PasswordDeed = AccountDeed & { readonly kind: 'setPassword' | 'setFirstPassword' }

/**
 * What it is to set a user's password: for one that a token made it is the first, which the property `jwt.autocreated.password.reset` has to
 * allow. Who may neither set it nor see the user is not told which it is.
 *
 * @throws ServiceError `forbidden`
 */
export function passwordDeed(
  { store, session }: Pick<CallerAccounts, 'store' | 'session'>,
  name: string,
  allowed: boolean,
): PasswordDeed {
  const issuer = store.user(name)?.issuer
  if (issuer === undefined) return { kind: 'setPassword' }
  const first = { kind: 'setFirstPassword' } as const
  const sees = { kind: 'see', account: { kind: 'user', name } } as const
  const isTold =
    session === undefined || session.user === name || mayDo(session, first) || mayDo(session, sees)
  if (!isTold) return { kind: 'setPassword' }
  if (allowed) return first
  throw new ServiceError(
    'forbidden',
    `User '${name}' was made by a token of ${issuer} and has no password: none can be set while the property "jwt.autocreated.password.reset" is not true.`,
  )
}
