import type { AccountStore } from '../../accounts/account-store.ts'
import type { SignIn } from '../authenticator.ts'
import { type AttemptEnd, createAttempts } from './attempts.ts'
import type { Asker, PasswordHashes } from './password-hashes.ts'
import { createRemembered } from './remembered.ts'

/** Whether a password is the one of a user. */
export type PasswordCheck = (user: string, password: string, address: string) => Promise<SignIn>

/** What a check of passwords rests on. */
export interface PasswordCheckParts {
  readonly accounts: AccountStore
  readonly passwords: PasswordHashes
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
}

/** What was kept of a password that was found right. */
interface RightPassword {
  readonly kept: string
  /** The version of the accounts at which this was still kept, of a user who can sign in. */
  version: number
}

/** A password that is being looked at, for all who sent it meanwhile. */
interface Look {
  readonly result: Promise<SignIn>
  /** By the address from which it was sent: ends the attempt. */
  readonly ends: Map<string, (end: AttemptEnd) => void>
}

/** One sentence for whatever was wrong: who reads it learns nothing of who has an account. */
const refusal = 'The user name or the password is wrong.'

/**
 * Checks passwords so that guessing is slow. After ten failures within a minute for a user and an address none is looked at; one that was
 * right is taken without another look for a minute, as long as what is kept of it stays the same and the user may sign in; equal ones that
 * come at once are looked at once. A user that there is not takes the time that a wrong password takes.
 */
export function createPasswordCheck({ accounts, passwords, now }: PasswordCheckParts): PasswordCheck {
  const attempts = createAttempts(now)
  const remembered = createRemembered<RightPassword>(now)
  const looks = new Map<string, Look>()

  /** The name of a user that there is: what else stands in its place may be a password that was typed there. */
  function named(user: string): { readonly user?: string } {
    return accounts.user(user) === undefined ? {} : { user }
  }

  async function look(asker: Asker, password: string, digest: string): Promise<SignIn> {
    const { user } = asker
    const again = (): Promise<SignIn> => look(asker, password, digest)
    const kept = accounts.passwordHash(user)
    const isRight = await passwords.verify(password, kept, asker)
    // Another one was set meanwhile, which this one may be.
    if (accounts.passwordHash(user) !== kept) return again()
    if (kept === undefined)
      return { ...refused('There is no such user, or the user has no password.'), ...named(user) }
    if (!isRight) return refused('The password is wrong.', user)
    const renewed = passwords.isOutdated(kept) ? await renew(asker, password, kept) : kept
    if (accounts.passwordHash(user) !== renewed) return again()
    if (accounts.user(user)?.enabled !== true) return refused('The user is disabled.', user)
    remembered.remember(digest, { kept: renewed, version: accounts.version() })
    return { kind: 'identity', identity: { user }, fresh: true }
  }

  /** What is kept of the password from now on. That it cannot be hashed anew is no reason to refuse the user. */
  async function renew(asker: Asker, password: string, kept: string): Promise<string> {
    try {
      const { user } = asker
      const passwordHash = await passwords.hash(password, asker)
      accounts.change([{ kind: 'renewHash', name: user, former: kept, passwordHash }])
      return accounts.passwordHash(user) === passwordHash ? passwordHash : kept
    } catch {
      return kept
    }
  }

  function isRemembered(user: string, digest: string): boolean {
    const right = remembered.recall(digest)
    if (right === undefined) return false
    const version = accounts.version()
    if (right.version === version) return true
    if (accounts.passwordHash(user) === right.kept && accounts.user(user)?.enabled === true) {
      right.version = version
      return true
    }
    remembered.forget(digest)
    return false
  }

  async function begin(asker: Asker, password: string, digest: string): Promise<SignIn> {
    const { user, address } = asker
    const attempt = attempts.begin(asker)
    if (attempt.kind === 'throttled') {
      const { retryAfterSeconds, fresh } = attempt
      const message = `Too many attempts to sign in with a wrong password. Try again in ${retryAfterSeconds} s.`
      return { kind: 'throttled', ...named(user), message, retryAfterSeconds, fresh }
    }
    if (isRemembered(user, digest)) {
      attempt.end('unknown')
      return { kind: 'identity', identity: { user }, fresh: false }
    }
    const current = looks.get(digest)
    if (current !== undefined) {
      current.ends.set(address, attempt.end)
      return current.result
    }
    const ends = new Map([[address, attempt.end]])
    const result = look(asker, password, digest)
    looks.set(digest, { result, ends })
    let end: AttemptEnd = 'unknown'
    try {
      const signIn = await result
      end = signIn.kind === 'identity' ? 'success' : 'failure'
      return signIn
    } finally {
      looks.delete(digest)
      for (const endAttempt of ends.values()) endAttempt(end)
    }
  }

  return async (user, password, address) => {
    const digest = remembered.digest(user, password)
    const current = looks.get(digest)
    if (!current?.ends.has(address)) return begin({ user, address }, password, digest)
    // The same client with the same password is one attempt, however many requests it has it in.
    const signIn = await current.result
    return signIn.kind === 'identity' ? { ...signIn, fresh: false } : signIn
  }
}

function refused(reason: string, user?: string): SignIn {
  return { kind: 'refused', ...(user !== undefined && { user }), message: refusal, reason }
}
