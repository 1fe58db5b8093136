import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createPasswordHashes } from '../authentication/passwords/create-password-hashes.ts'
import type { PasswordHashes } from '../authentication/passwords/password-hashes.ts'
import type { LoadedTokenSettings } from '../authentication/settings/load-token-settings.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { tokenKey } from '../catalog/token-key.ts'
import { type Home, openHome } from '../config/home.ts'
import { claimHome, type HomeClaim } from '../config/running-server.ts'
import { createTransactions } from '../engine/change/transactions.ts'
import { createEngine } from '../engine/create-engine.ts'
import type { Engine } from '../engine/engine.ts'
import type { AccountParts } from '../server/accounts/account-parts.ts'
import { localAccounts } from '../server/accounts/local-accounts.ts'
import type { AuditLog } from '../server/audit/audit.ts'
import { openAuditLog } from '../server/audit/audit-file.ts'
import { removeHalfBackups } from '../server/local/backups.ts'
import { createLocalServices } from '../server/local/local-services.ts'
import { createRunningQueries } from '../server/local/running-queries.ts'
import { createReasoningWarnings, type ReasoningWarnings } from '../server/reasoning-warnings.ts'
import { createServiceMetrics, type ServiceMetrics } from '../server/service-metrics.ts'
import type { HomeServices } from '../server/services.ts'
import type { SignInSecurity } from '../server/sign-in/create-security.ts'
import { packageVersion } from './package-folder.ts'

/** The databases of a home folder, opened in this process, which has the folder for itself until they are closed. */
export interface HomeService {
  readonly services: HomeServices
  /**
   * What tells who signs in at a server; makes the key of tokens where the home has none.
   *
   * @throws ServiceError `invalidConfiguration` for a `jwt.conf`
   */
  security(): Promise<SignInSecurity>
  /** What of the `jwt.conf` may be meant otherwise, a line each; read when it is first asked for. */
  tokenWarnings(): Promise<readonly string[]>
  /** Where is written down who did what. */
  readonly audit: AuditLog
  /** What is counted of the queries of the services. */
  readonly metrics: ServiceMetrics
  readonly home: Home
  readonly claim: HomeClaim
  /** Where is told what reasoning leaves out of the vocabularies of databases. */
  readonly warnings: ReasoningWarnings
  /** Where uploads and other files are that are needed for a while; it is emptied at the start. */
  readonly spoolFolder: string
  /** Starts the processes that the first queries would have to wait for, where a database is embedded. */
  warm(): void
}

/** How a home is opened. */
export interface HomeServiceOptions {
  /** Is told where the audit log cannot be written; what is done goes on without it. */
  readonly onAuditFailure?: (error: unknown) => void
  /** How passwords are hashed; so that guessing them takes its time, unless given. */
  readonly passwords?: PasswordHashes
}

/**
 * Opens a home folder, and makes it where there is none.
 *
 * @throws ServiceError where it cannot be written, is configured wrongly, or another process has it
 */
export function openHomeService(
  folder: string,
  { onAuditFailure, passwords = createPasswordHashes() }: HomeServiceOptions = {},
): HomeService {
  const home = openHome(folder)
  const claim = claimHome(folder)
  try {
    const spoolFolder = join(folder, 'uploads')
    // What a killed server left behind.
    rmSync(spoolFolder, { recursive: true, force: true })
    mkdirSync(spoolFolder, { mode: 0o700 })
    const { queryTimeout, queryMemory, queryProcesses, queryWaiting, queryUserLimit } = home.properties
    const { queryRows, queryBytes, documentLimits, defaultLimit, namedGraphs, remote } = home.properties
    const warnings = createReasoningWarnings()
    const bareEngine = createEngine({
      onWarnings: warnings.tell,
      timeout: queryTimeout,
      memoryLimit: queryMemory,
      waitingLimit: queryWaiting,
      limits: documentLimits,
      answerLimits: { rows: queryRows, bytes: queryBytes },
      remote,
      spoolFolder,
      ...(queryProcesses === undefined ? {} : { processes: queryProcesses }),
    })
    const transactions = createTransactions(bareEngine, { folder: join(folder, 'transactions') })
    const engine: Engine = {
      ...bareEngine,
      async release(database, reason) {
        await transactions.release(database)
        await bareEngine.release(database, reason)
      },
    }
    const metrics = createServiceMetrics(() => engine.waiting() + running.waiting())
    const limits = { atOnce: queryUserLimit, waiting: queryWaiting }
    const running = createRunningQueries(metrics.ended, limits)
    // Before the catalog, which nothing would close any more where this fails.
    const audit = openAuditLog({
      folder,
      ...home.properties.audit,
      ...(onAuditFailure && { report: onAuditFailure }),
    })
    const catalog = openCatalog(folder)
    // What is only needed where somebody signs in is loaded, read and made then, its key too.
    const tokenSettings = once(() => loadSettings(home))
    let made: SignInSecurity | undefined
    const security = once(async () => {
      const { createSecurity } = await import('../server/sign-in/create-security.ts')
      const { settings } = await tokenSettings()
      const { accounts } = catalog
      const secret = (): Buffer => tokenKey(folder)
      made = createSecurity({ accounts, passwords, settings, secret, license: home.license })
      return made
    })
    /** Who has a token to exchange signed in by it. */
    const tokenExchange = (): SignInSecurity['tokenExchange'] => {
      if (made === undefined) throw new Error('A token is exchanged, and nobody has signed in.')
      return made.tokenExchange
    }
    const accountParts: AccountParts = {
      accounts: catalog.accounts,
      passwords,
      authenticator: { signIn: async (...attempt) => (await security()).authenticator.signIn(...attempt) },
      rules: home.properties.passwords,
      passwordReset: home.properties.autoCreatedPasswordReset,
      audit,
    }
    const backupFolder = join(folder, 'backups')
    // What a killed server left of backups that were being written.
    removeHalfBackups(backupFolder)
    const inner = createLocalServices({
      engine,
      catalog,
      transactions,
      running,
      defaults: { namedGraphs, ...(defaultLimit === undefined ? {} : { defaultLimit }) },
      timeout: queryTimeout,
      backupFolder,
      spoolFolder,
      version: packageVersion(),
      accounts: (caller) => localAccounts(accountParts, caller),
      audit,
      tokenExchange: {
        keyOf: (...asked) => tokenExchange().keyOf(...asked),
        exchange: (...asked) => tokenExchange().exchange(...asked),
      },
    })
    const close = (graceMilliseconds?: number): Promise<void> =>
      inner
        .close(graceMilliseconds)
        .finally(() => audit.close())
        .finally(() => claim.release())
    return {
      services: { ...inner, close },
      security,
      tokenWarnings: async () => (await tokenSettings()).warnings,
      audit,
      metrics,
      warnings,
      home,
      claim,
      spoolFolder,
      warm() {
        // Where every database is an endpoint, nobody would use them.
        if (catalog.list().some(({ kind }) => kind === 'file')) engine.warm()
      },
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

async function loadSettings({ properties: { jwtConf } }: Home): Promise<LoadedTokenSettings> {
  if (jwtConf === undefined) return { settings: { issuers: new Map() }, warnings: [] }
  const { loadTokenSettings } = await import('../authentication/settings/load-token-settings.ts')
  return loadTokenSettings(jwtConf)
}

/** Works something out when it is first asked for. */
function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}
