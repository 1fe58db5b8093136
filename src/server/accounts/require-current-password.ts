import type { Authenticator } from '../../authentication/authenticator.ts'
import { ServiceError } from '../../errors.ts'

/** What somebody says is the present password of theirs. */
export interface CurrentPassword {
  readonly user: string
  readonly password: string | undefined
  /** Of the client. */
  readonly address: string
}

/**
 * Holds that somebody who sets the own password knows the present one: whoever found a session of theirs open does not. Failures
 * count as those of signing in do.
 *
 * @throws ServiceError `illegalArgument` without it, `forbidden` where it is wrong, `tooManyAttempts`, `remoteUnavailable`
 */
export async function requireCurrentPassword(
  authenticator: Pick<Authenticator, 'signIn'>,
  { user, password, address }: CurrentPassword,
): Promise<void> {
  if (password === undefined || password === '') {
    const message = 'To set your own password you have to give the current one as well.'
    throw new ServiceError('illegalArgument', message)
  }
  const attempt = await authenticator.signIn({ kind: 'password', user, password }, address)
  switch (attempt.kind) {
    case 'identity':
      return
    case 'refused':
      throw new ServiceError('forbidden', 'The current password is wrong.')
    case 'throttled': {
      const { message, retryAfterSeconds } = attempt
      throw new ServiceError('tooManyAttempts', message, { retryAfterSeconds })
    }
    case 'unavailable':
      throw new ServiceError('remoteUnavailable', attempt.message, { detail: attempt.reason })
  }
}
