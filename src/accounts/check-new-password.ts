import { ServiceError } from '../errors.ts'

/** What passwords have to be like. */
export interface PasswordRules {
  /** Characters. */
  readonly shortest: number
  readonly longest: number
  /** A regular expression of JavaScript, which has to match the whole password. */
  readonly form?: string
}

/**
 * Checks a new password. No message repeats it, whole or in part.
 *
 * @throws ServiceError `illegalPassword`
 */
export function checkNewPassword(password: string, { shortest, longest, form }: PasswordRules): void {
  const count = [...password].length
  if (count < shortest)
    throw illegal(`A password has to have at least ${shortest} characters; this one has ${count}.`)
  if (count > longest) throw illegal(`A password has at most ${longest} characters; this one has ${count}.`)
  // Nobody could sign in with it: RFC 7617, section 2.
  if (/[\p{Cc}\p{Cs}]/u.test(password)) throw illegal('A password has no control characters; this one has.')
  if (form !== undefined && !new RegExp(`^(?:${form})$`, 'u').test(password)) {
    throw illegal(`A password has to match the regular expression ${form}, and this one does not.`)
  }
}

function illegal(message: string): ServiceError {
  return new ServiceError('illegalPassword', message)
}
