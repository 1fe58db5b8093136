import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '../src/catalog/catalog.ts'
import { createTransactions } from '../src/engine/change/transactions.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { LocalServicesOptions } from '../src/server/local/local-parts.ts'
import { createLocalServices } from '../src/server/local/local-services.ts'
import { createRunningQueries } from '../src/server/local/running-queries.ts'
import type { HomeServices } from '../src/server/services.ts'
import { unusedServices } from './unused-services.ts'

/** The services of a home folder, over an engine of the test's own. */
export function localServices(
  engine: Engine,
  catalog: Catalog,
  folder: string,
  options: Partial<LocalServicesOptions> = {},
): HomeServices {
  const spoolFolder = join(folder, 'uploads')
  mkdirSync(spoolFolder, { recursive: true })
  return createLocalServices({
    engine,
    catalog,
    transactions: createTransactions(engine, { folder: join(folder, 'transactions') }),
    running: createRunningQueries(),
    defaults: {},
    timeout: 300_000,
    backupFolder: join(folder, 'backups'),
    spoolFolder,
    version: '1.2.3',
    accounts: () => unusedServices.accounts,
    ...options,
  })
}
