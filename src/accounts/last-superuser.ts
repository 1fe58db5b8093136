import type { User } from './account.ts'
import type { AccountStore } from './account-store.ts'

/** Whether a user is the only superuser who can sign in: without them nobody could set passwords or enable users any more. */
export function isLastSuperuser(
  store: Pick<AccountStore, 'user' | 'users' | 'passwordHash'>,
  name: string,
): boolean {
  if (store.user(name)?.superuser !== true) return false
  const canSignIn = (user: User): boolean =>
    user.superuser && user.enabled && store.passwordHash(user.name) !== undefined
  const [first, ...more] = store.users().filter(canSignIn)
  return first?.name === name && more.length === 0
}
