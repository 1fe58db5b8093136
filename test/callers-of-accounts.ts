import { expect } from 'vitest'
import type { AccountStore } from '../src/accounts/account-store.ts'
import { parsePermission } from '../src/accounts/parse-permission.ts'
import type { Permission } from '../src/accounts/permission.ts'
import type { Session } from '../src/accounts/session.ts'
import { sessionOf } from '../src/accounts/session-of.ts'
import { createAuthenticator } from '../src/authentication/create-authenticator.ts'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import type { PasswordHashes } from '../src/authentication/passwords/password-hashes.ts'
import { defaultProperties } from '../src/config/properties.ts'
import type { AccountService } from '../src/server/account-service.ts'
import { localAccounts } from '../src/server/accounts/local-accounts.ts'
import type { AuditEvent } from '../src/server/audit/audit.ts'
import { accountsInMemory } from './accounts-in-memory.ts'
import { openTokens } from './open-tokens.ts'

/** Passwords that cost nothing, where nobody has to be withstood. */
export const cheapPasswords = createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 })

/** A home with the users `admin`, `ann` and `bob` and the roles `reader` and `gardener`, and the accounts as its users have them. */
export interface CallersOfAccounts {
  readonly store: AccountStore
  /** What was written down since the beginning, or since somebody was granted something. */
  readonly events: AuditEvent[]
  /** The accounts as the owner of the home has them. */
  readonly owner: AccountService
  /** The accounts on behalf of a user, with the rights of now, or others. */
  as(name: string, more?: Partial<Session> & { readonly signedInAs?: string }): AccountService
  /** Grants permissions to a user, by their texts. */
  grant(user: string, ...texts: readonly string[]): Promise<void>
  canSignIn(user: string, password: string): Promise<boolean>
  /** Has something happen while the next password is hashed. */
  meanwhile(happen: () => void): void
}

/** Begins a home in memory. */
export async function callersOfAccounts(): Promise<CallersOfAccounts> {
  const store = accountsInMemory()
  const events: AuditEvent[] = []
  let happen: (() => void) | undefined
  const passwords: Pick<PasswordHashes, 'hash'> = {
    async hash(password, asker) {
      const hash = await cheapPasswords.hash(password, asker)
      happen?.()
      happen = undefined
      return hash
    },
  }
  const authenticator = createAuthenticator({
    ...openTokens().parts,
    accounts: store,
    passwords: cheapPasswords,
  })
  const audit = { write: (event: AuditEvent) => void events.push(event) }
  const rules = defaultProperties.passwords
  const parts = { accounts: store, passwords, authenticator, rules, passwordReset: false, audit }
  const owner = localAccounts(parts)

  await owner.setPassword('admin', 'admin')
  await owner.addUser({ name: 'ann', password: 'secret of ann' })
  await owner.addUser({ name: 'bob', password: 'secret of bob' })
  await owner.addRole('gardener')
  events.length = 0

  function sessionFor(name: string): Session {
    const session = sessionOf(store, name)
    if (session === undefined) throw new Error(`${name} cannot sign in.`)
    return session
  }

  return {
    store,
    events,
    owner,
    as(name, { signedInAs, ...more } = {}) {
      const session = { ...sessionFor(name), ...more }
      const acting = signedInAs === undefined ? session : { ...session, signedIn: sessionFor(signedInAs) }
      return localAccounts(parts, { session: acting, address: '10.0.0.1', requestId: 'r-1' })
    },
    async grant(name, ...texts) {
      for (const text of texts) await owner.grant({ kind: 'user', name }, parsePermission(text))
      events.length = 0
    },
    async canSignIn(user, password) {
      const attempt = await authenticator.signIn({ kind: 'password', user, password }, '10.0.0.2')
      return attempt.kind === 'identity'
    },
    meanwhile(other) {
      happen = other
    },
  }
}

/** A failure of the service. */
export function failure(kind: string, message?: string): unknown {
  return expect.objectContaining({ kind, ...(message !== undefined && { message }) })
}

/** Permissions as lists of them are told, `READ db garden`. */
export function textsOf(permissions: readonly Permission[]): readonly string[] {
  return permissions.map(({ action, resource }) => `${action} ${resource.type} ${resource.name.join(' ')}`)
}
