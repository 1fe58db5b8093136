import type { AccountStore } from '../accounts/account-store.ts'
import { firstUser } from '../accounts/first-accounts.ts'
import type { Authenticator } from '../authentication/authenticator.ts'
import { ServiceError } from '../errors.ts'
import { isLoopback, type ListenAddress } from './listen-address.ts'
import type { Security } from './security.ts'

/** Whether the first user was never given another password than the one that every server begins with. */
export function keepsFirstPassword(accounts: AccountStore): boolean {
  return accounts.passwordHash(firstUser.name) === firstUser.passwordHash
}

/**
 * Refuses to let a server answer others than this machine, where anybody could then do everything.
 *
 * @throws ServiceError `invalidConfiguration` which says what to do
 */
export async function checkExposure(address: ListenAddress, security: Security): Promise<void> {
  if (isLoopback(address)) return
  const refused = `The server cannot be bound to ${JSON.stringify(address.host)}`
  if (security.kind === 'off') {
    throw new ServiceError(
      'invalidConfiguration',
      `${refused}: with security off it answers on this machine only. Bind it to 127.0.0.1, localhost or ::1, or leave --disable-security out.`,
    )
  }
  if (await takesFirstPassword(security.authenticator)) {
    throw new ServiceError(
      'invalidConfiguration',
      `${refused}: the user ${firstUser.name} still has the password that every server begins with. Set another one first: espalier user passwd ${firstUser.name}`,
    )
  }
}

/** Whether the first user signs in with that password: it may have been set anew. */
async function takesFirstPassword(authenticator: Authenticator): Promise<boolean> {
  const { name, password } = firstUser
  const signIn = await authenticator.signIn({ kind: 'password', user: name, password }, nobodysAddress)
  return signIn.kind === 'identity'
}

/** Under which an attempt is counted that no client made (RFC 5737, 3). */
const nobodysAddress = '192.0.2.0'
