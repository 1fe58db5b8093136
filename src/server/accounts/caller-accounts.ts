import type { Holder, Role, User } from '../../accounts/account.ts'
import { type AccountDeed, mayDo, requireDeed } from '../../accounts/account-rules.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import { seenNames } from '../../accounts/seen-names.ts'
import type { Session } from '../../accounts/session.ts'
import { sessionOf } from '../../accounts/session-of.ts'
import { ServiceError } from '../../errors.ts'
import type { AuditEvent } from '../audit/audit.ts'
import { audited } from '../audit/audited.ts'
import type { Caller } from '../sign-in/caller.ts'
import type { AccountParts } from './account-parts.ts'

/** The accounts of a home as one caller has them: what every method of the service is made of. */
export interface CallerAccounts {
  readonly store: AccountStore
  /** Of whoever asks; absent for the owner of the home, who may do everything. */
  readonly session: Session | undefined
  /** Refuses deeds that the caller may not do. @throws ServiceError `forbidden` */
  require(...deeds: readonly AccountDeed[]): void
  /** Those of some accounts that the caller may read. */
  seen<Account extends { readonly name: string }>(
    kind: Holder['kind'],
    accounts: readonly Account[],
  ): readonly Account[]
  /** @throws ServiceError `accountUnknown` */
  user(name: string): User
  /** @throws ServiceError `accountUnknown` */
  role(name: string): Role
  /**
   * What to keep of a password. As that takes a while, it is looked again then whether the caller may still do what it is for.
   *
   * @throws ServiceError `forbidden`, `serverBusy`
   */
  hash(password: string, ...deeds: readonly AccountDeed[]): Promise<string>
  /** Carries out a change of an account and has it written down. */
  change(
    action: string,
    target: string,
    details: AuditEvent['details'],
    carryOut: () => Promise<void> | void,
  ): Promise<void>
}

/** The accounts as a caller has them; without one as the owner of the home. */
export function callerAccounts(parts: AccountParts, caller?: Caller): CallerAccounts {
  const { accounts: store, passwords, audit } = parts
  const session = caller?.session

  const seen: CallerAccounts['seen'] = (kind, accounts) => {
    if (session === undefined) return accounts
    const isSeen = seenNames(session, kind)
    return accounts.filter(({ name }) => isSeen(name))
  }

  return {
    store,
    session,
    seen,
    require(...deeds) {
      if (session !== undefined) for (const deed of deeds) requireDeed(session, deed)
    },
    user(name) {
      const user = store.user(name)
      if (user === undefined) throw new ServiceError('accountUnknown', `User '${name}' does not exist.`)
      return user
    },
    role(name) {
      const role = store.role(name)
      if (role === undefined) throw new ServiceError('accountUnknown', `Role '${name}' does not exist.`)
      return role
    },
    async hash(password, ...deeds) {
      if (session === undefined) return passwords.hash(password, { user: '', address: '' })
      const stood = standsByAccounts(store, session, deeds)
      const hash = await passwords.hash(password, { user: session.user, address: caller?.address ?? '' })
      if (!stood || standsByAccounts(store, session, deeds)) return hash
      const message = `User '${session.user}' may not do this: the account lost the right to it a moment ago.`
      throw new ServiceError('forbidden', message)
    },
    change: (action, target, details, carryOut) =>
      audited(audit, caller, { action, target, ...(details && { details }) }, carryOut),
  }
}

/** Whether a session may do something by the accounts as they are now; one may have more rights than its account. */
function standsByAccounts(store: AccountStore, session: Session, deeds: readonly AccountDeed[]): boolean {
  const own = sessionOf(store, session.user, session.mapping)
  if (own === undefined || !deeds.every((deed) => mayDo(own, deed))) return false
  const { signedIn } = session
  return signedIn === undefined || sessionOf(store, signedIn.user, signedIn.mapping)?.superuser === true
}
