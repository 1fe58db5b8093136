import { firstUser } from '../../accounts/first-accounts.ts'
import { createPasswordHashes } from '../../authentication/passwords/create-password-hashes.ts'
import { ServiceError } from '../../errors.ts'
import { isLoopback, type ListenAddress } from '../http/listen-address.ts'
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
      `${refused}: the user ${firstUser.name} still has the password that every server begins with. Set another one first, by "espalier user passwd ${firstUser.name}" on the same home folder.`,
    )
  }
}

/**
 * Whether the first user can sign in with the password that every server begins with. That takes as long as for anybody. It is no
 * attempt to sign in: none is counted or remembered, so that the first one of a client is written down.
 *
 * @throws ServiceError `serverBusy`
 */
export async function keepsFirstPassword(security: Security): Promise<boolean> {
  if (security.kind === 'off') return false
  const { accounts } = security
  const { name, password } = firstUser
  const kept = accounts.user(name)?.enabled === true ? accounts.passwordHash(name) : undefined
  return kept !== undefined && createPasswordHashes().verify(password, kept, { user: name, address: '' })
}
