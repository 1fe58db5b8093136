import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountChange, AccountStore } from '../src/accounts/account-store.ts'
import { parsePermission } from '../src/accounts/parse-permission.ts'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import { type HomeService, openHomeService } from '../src/cli/home-service.ts'
import { removeTokenUsers } from '../src/server/accounts/remove-token-users.ts'
import type { AuditEvent } from '../src/server/audit/audit.ts'
import type { DatabaseService } from '../src/server/database-service.ts'
import { type RunningServer, serve } from '../src/server/serve.ts'
import { httpLimits } from '../src/server/server-parts.ts'

/** How a server begins. */
export interface TokenServerOptions {
  /** The text of its `jwt.conf`; without one it trusts its own tokens alone. */
  readonly jwtConf?: string
  /** More lines of its `espalier.properties`. */
  readonly properties?: string
}

/**
 * A server with a home folder of its own, which goes with it, as the command `server start` puts it together; but that passwords cost next to
 * nothing. The superuser `admin`, whose password is `admin`, and the role `reader` are there.
 */
export interface TokenServer extends AsyncDisposable {
  /** Another one after it was started again. */
  readonly url: string
  /** The home folder. */
  readonly folder: string
  /** The accounts as they are kept. */
  readonly accounts: AccountStore
  /** The databases, as the owner of the home folder has them. */
  readonly service: DatabaseService
  /** What was written to the log so far. */
  log(): string
  /** What was written down for the audit so far, without the times. */
  audited(): readonly AuditEvent[]
  /** Makes a role with permissions as texts. */
  addRole(name: string, permissions?: readonly string[]): void
  /** Makes a user with a password, a superuser or with permissions as texts. */
  addUser(name: string, password: string, options?: TokenServerUser): Promise<void>
  /** What the schedule runs at its times; returns the names of who was removed. */
  removeTokenUsers(): readonly string[]
  /** Stops the server and starts it again on the same home, with other settings where they are given. */
  restart(options?: TokenServerOptions): Promise<void>
}

/** What a new user is and has. */
export interface TokenServerUser {
  readonly superuser?: boolean
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
}

const passwords = createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 })

/** Starts a server on a free port of this machine. */
export async function startTokenServer(options: TokenServerOptions = {}): Promise<TokenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-tokens-'))
  let settings = options
  const lines: string[] = []
  let started: {
    readonly home: HomeService
    readonly accounts: AccountStore
    readonly running: RunningServer
  }
  try {
    started = await start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }

  async function start(): Promise<typeof started> {
    const { jwtConf, properties = '' } = settings
    const path = join(folder, 'jwt.conf')
    if (jwtConf !== undefined) writeFileSync(path, jwtConf, { mode: 0o600 })
    const named = jwtConf === undefined ? '' : `jwt.conf = ${path}\n`
    writeFileSync(join(folder, 'espalier.properties'), `${named}${properties}`)
    const home = openHomeService(folder, { passwords })
    try {
      const security = await home.security()
      const { services, audit, metrics, spoolFolder } = home
      const log = { level: 'info', stream: { write: (line: string) => lines.push(line) } } as const
      const running = await serve(
        { services, security, audit, metrics, spoolFolder, version: '0.0.0', limits: httpLimits, log },
        { host: '127.0.0.1', port: 0 },
      )
      return { home, accounts: security.accounts, running }
    } catch (error) {
      await home.services.close()
      throw error
    }
  }

  function grants(kind: 'user' | 'role', name: string, permissions: readonly string[]): AccountChange[] {
    const holder = { kind, name } as const
    return permissions.map((text) => ({ kind: 'grant', holder, permission: parsePermission(text) }))
  }

  const accountsOf = (): AccountStore => started.accounts

  return {
    get url() {
      return started.running.url
    },
    folder,
    get accounts() {
      return accountsOf()
    },
    get service() {
      return started.home.services.for().databases
    },
    log: () => lines.join(''),
    audited() {
      const text = readFileSync(join(folder, 'audit.log'), 'utf8')
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const { time: _, ...event } = JSON.parse(line)
          return event
        })
    },
    addRole: (name, permissions = []) =>
      accountsOf().change([{ kind: 'addRole', name }, ...grants('role', name, permissions)]),
    async addUser(name, password, { superuser = false, roles = [], permissions = [] } = {}) {
      const passwordHash = await passwords.hash(password, { user: '', address: '' })
      accountsOf().change([
        { kind: 'addUser', name, passwordHash, superuser },
        ...roles.map((role): AccountChange => ({ kind: 'assignRole', user: name, role })),
        ...grants('user', name, permissions),
      ])
    },
    removeTokenUsers: () => removeTokenUsers({ accounts: accountsOf(), audit: started.home.audit }),
    async restart(changed) {
      await started.running.stop(0)
      settings = changed ?? settings
      started = await start()
    },
    async [Symbol.asyncDispose]() {
      await started.running.stop(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
