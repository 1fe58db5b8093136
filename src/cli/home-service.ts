import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog } from '../catalog/open-catalog.ts'
import { type Home, openHome } from '../config/home.ts'
import { claimHome, type HomeClaim } from '../config/running-server.ts'
import { createTransactions } from '../engine/change/transactions.ts'
import { createEngine } from '../engine/create-engine.ts'
import type { Engine } from '../engine/engine.ts'
import { removeHalfBackups } from '../server/backups.ts'
import { createLocalServices } from '../server/local-services.ts'
import { createReasoningWarnings, type ReasoningWarnings } from '../server/reasoning-warnings.ts'
import { createRunningQueries } from '../server/running-queries.ts'
import { createServiceMetrics, type ServiceMetrics } from '../server/service-metrics.ts'
import type { HomeServices } from '../server/services.ts'
import { packageVersion } from './package-folder.ts'

/** The databases of a home folder, opened in this process, which has the folder for itself until they are closed. */
export interface HomeService {
  readonly services: HomeServices
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

/**
 * Opens a home folder, and makes it where there is none.
 *
 * @throws ServiceError where it cannot be written, is configured wrongly, or another process has it
 */
export function openHomeService(folder: string): HomeService {
  const home = openHome(folder)
  const claim = claimHome(folder)
  try {
    const spoolFolder = join(folder, 'uploads')
    // What a killed server left behind.
    rmSync(spoolFolder, { recursive: true, force: true })
    mkdirSync(spoolFolder, { mode: 0o700 })
    const { queryTimeout, queryMemory, queryProcesses, queryWaiting } = home.properties
    const { queryRows, queryBytes, documentLimits, defaultLimit, remote } = home.properties
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
    const metrics = createServiceMetrics(() => engine.waiting())
    const running = createRunningQueries(metrics.ended)
    const catalog = openCatalog(folder)
    const backupFolder = join(folder, 'backups')
    // What a killed server left of backups that were being written.
    removeHalfBackups(backupFolder)
    const inner = createLocalServices({
      engine,
      catalog,
      transactions,
      running,
      defaults: defaultLimit === undefined ? {} : { defaultLimit },
      timeout: queryTimeout,
      backupFolder,
      spoolFolder,
      version: packageVersion(),
      accounts: () => {
        throw new Error('There are no accounts yet.')
      },
    })
    const close = (graceMilliseconds?: number): Promise<void> =>
      inner.close(graceMilliseconds).finally(() => claim.release())
    return {
      services: { ...inner, close },
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
