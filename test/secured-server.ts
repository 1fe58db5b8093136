import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { AccountChange, AccountStore } from '../src/accounts/account-store.ts'
import { parsePermission } from '../src/accounts/parse-permission.ts'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import { tokenKey } from '../src/catalog/token-key.ts'
import { openHomeService } from '../src/cli/home-service.ts'
import type { AuditEvent } from '../src/server/audit/audit.ts'
import { serve } from '../src/server/serve.ts'
import { httpLimits, type ServerParts } from '../src/server/server-parts.ts'
import type { HomeServices } from '../src/server/services.ts'
import { createSecurity } from '../src/server/sign-in/create-security.ts'
import { basicAuthorization } from './basic-authorization.ts'

/** A server that asks who somebody is, where signing in costs next to nothing. */
export interface SecuredServer extends AsyncDisposable {
  readonly url: string
  readonly services: HomeServices
  readonly accounts: AccountStore
  /** What was written down so far, without the times. */
  audited(): readonly AuditEvent[]
  /** Makes a user whose password is {@link password}, with permissions as texts. */
  addUser(name: string, options?: NewUserOptions): void
  /** Makes a role with permissions as texts. */
  addRole(name: string, permissions: readonly string[]): void
  /** Gives a role further permissions. */
  grantRole(name: string, permissions: readonly string[]): void
}

/** What a new user is and has. */
export interface NewUserOptions {
  readonly superuser?: boolean
  readonly enabled?: boolean
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
}

/** The password of everybody. */
export const password = 'open sesame'

/** What a request shows to sign in. */
export function basic(user: string, word: string = password): { readonly authorization: string } {
  return { authorization: basicAuthorization(user, word) }
}

/** Starts a server on a home of its own; the superuser `admin` is there. */
export async function startSecuredServer(parts: Partial<ServerParts> = {}): Promise<SecuredServer> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-secured-'))
  const home = openHomeService(folder)
  const { accounts } = await home.security()
  const passwords = createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 })
  const passwordHash = await passwords.hash(password, { user: '', address: '' })
  const security = createSecurity({
    accounts,
    passwords,
    settings: { issuers: new Map() },
    secret: () => tokenKey(folder),
    license: home.home.license,
  })
  accounts.change([{ kind: 'setPassword', name: 'admin', passwordHash }])
  const running = await serve(
    {
      services: home.services,
      security,
      audit: home.audit,
      spoolFolder: home.spoolFolder,
      version: '0.0.0',
      limits: httpLimits,
      ...parts,
    },
    { host: '127.0.0.1', port: 0 },
  )

  function grants(kind: 'user' | 'role', name: string, permissions: readonly string[]): AccountChange[] {
    const holder = { kind, name } as const
    return permissions.map((text) => ({ kind: 'grant', holder, permission: parsePermission(text) }))
  }

  return {
    url: running.url,
    services: home.services,
    accounts,
    audited() {
      const lines = readFileSync(join(folder, 'audit.log'), 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => {
        const { time, ...event } = JSON.parse(line)
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
        return event
      })
    },
    addUser(name, { superuser = false, enabled = true, roles = [], permissions = [] } = {}) {
      accounts.change([
        { kind: 'addUser', name, passwordHash, superuser },
        { kind: 'setEnabled', name, enabled },
        ...roles.map((role): AccountChange => ({ kind: 'assignRole', user: name, role })),
        ...grants('user', name, permissions),
      ])
    },
    addRole: (name, permissions) =>
      accounts.change([{ kind: 'addRole', name }, ...grants('role', name, permissions)]),
    grantRole: (name, permissions) => accounts.change(grants('role', name, permissions)),
    async [Symbol.asyncDispose]() {
      await running.stop(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
