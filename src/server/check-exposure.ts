import { firstUser } from '../accounts/first-accounts.ts'
import { ServiceError } from '../errors.ts'
import { isLoopback, type ListenAddress } from './listen-address.ts'
import type { Security } from './security.ts'

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
  if (await keepsFirstPassword(security)) {
    throw new ServiceError(
      'invalidConfiguration',
      `${refused}: the user ${firstUser.name} still has the password that every server begins with. Set another one first: espalier user passwd ${firstUser.name}`,
    )
  }
}

/**
 * Whether the first user can sign in with the password that every server begins with. That takes as long as for anybody.
 *
 * @throws ServiceError `serverBusy`
 */
export async function keepsFirstPassword(security: Security): Promise<boolean> {
  if (security.kind === 'off') return false
  const { name, password } = firstUser
  const credentials = { kind: 'password', user: name, password } as const
  return (await security.authenticator.signIn(credentials, nobodysAddress)).kind === 'identity'
}

/** Under which an attempt is counted that no client made (RFC 5737, 3). */
const nobodysAddress = '192.0.2.0'
