import { createTurns } from '../engine/change/turns.ts'
import { createSchemaRegistry } from '../engine/schemas/schema-registry.ts'
import { databaseReference } from './database-reference.ts'
import { localAdministration } from './local-administration.ts'
import type { LocalParts, LocalServicesOptions } from './local-parts.ts'
import { localService } from './local-service.ts'
import { localSparql } from './local-sparql.ts'
import type { HomeServices } from './services.ts'

/** The services of a home folder in this process: the catalog knows names, options and accounts, the engine what is in the databases. */
export function createLocalServices(options: LocalServicesOptions): HomeServices {
  const { engine, catalog, transactions, defaults } = options
  /** Databases that are being made and dropped: the catalog is needed until they are, or are not, there. */
  const unfinished = new Set<Promise<unknown>>()
  const parts: LocalParts = {
    ...options,
    databaseOf: (entry) => databaseReference(entry, defaults, catalog.secrets),
    registry: createSchemaRegistry(),
    optionTurns: createTurns(),
    async finishing(work) {
      unfinished.add(work)
      try {
        return await work
      } finally {
        unfinished.delete(work)
      }
    },
  }

  async function closeAll(graceMilliseconds: number): Promise<void> {
    try {
      await engine.close({ graceMilliseconds })
      await Promise.allSettled(unfinished)
      catalog.close()
    } finally {
      await transactions.close()
    }
  }

  let closed: Promise<void> | undefined
  const close = (graceMilliseconds = 0): Promise<void> => {
    closed ??= closeAll(graceMilliseconds)
    return closed
  }

  return {
    for: (caller) => ({
      databases: { ...localService(parts, caller), close },
      sparql: localSparql(parts, caller),
      administration: localAdministration(parts, caller),
      accounts: options.accounts(caller),
    }),
    close,
  }
}
