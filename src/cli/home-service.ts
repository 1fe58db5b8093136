import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog } from '../catalog/open-catalog.ts'
import { type Home, openHome } from '../config/home.ts'
import { claimHome, type HomeClaim } from '../config/running-server.ts'
import { createEngine } from '../engine/create-engine.ts'
import type { DatabaseService } from '../server/database-service.ts'
import { localService } from '../server/local-service.ts'

/** The databases of a home folder, opened in this process, which has the folder for itself until they are closed. */
export interface HomeService {
  readonly service: DatabaseService
  readonly home: Home
  readonly claim: HomeClaim
  /** Where uploads are kept while they come. */
  readonly spoolFolder: string
  /** Starts the processes that the first queries would have to wait for. */
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
    const { queryTimeout, queryMemory, queryProcesses, queryWaiting, documentLimits, defaultLimit } =
      home.properties
    const engine = createEngine({
      timeout: queryTimeout,
      memoryLimit: queryMemory,
      waitingLimit: queryWaiting,
      limits: documentLimits,
      ...(queryProcesses === undefined ? {} : { processes: queryProcesses }),
    })
    const inner = localService(
      engine,
      openCatalog(folder),
      defaultLimit === undefined ? {} : { defaultLimit },
    )
    let closed: Promise<void> | undefined
    const close = (graceMilliseconds?: number): Promise<void> => {
      closed ??= inner.close(graceMilliseconds).finally(() => claim.release())
      return closed
    }
    return { service: { ...inner, close }, home, claim, spoolFolder, warm: () => engine.warm() }
  } catch (error) {
    claim.release()
    throw error
  }
}
