import type { DatabaseEntry } from '../../catalog/catalog.ts'
import { databaseSettings } from '../../config/database-options.ts'
import type { RemoteSettings } from '../../config/remote-settings.ts'
import { createTurns } from '../../engine/change/turns.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import { createSchemaRegistry } from '../../engine/schemas/schema-registry.ts'
import type { HomeServices } from '../services.ts'
import type { Caller } from '../sign-in/caller.ts'
import { databaseReference } from './database-reference.ts'
import { endpointAsker } from './endpoint-asker.ts'
import { graphAccessOf } from './graph-access-of.ts'
import { localAdministration } from './local-administration.ts'
import type { LocalParts, LocalServicesOptions } from './local-parts.ts'
import { localService } from './local-service.ts'
import { localSparql } from './local-sparql.ts'

/** The services of a home folder in this process: the catalog knows names, options and accounts, the engine what is in the databases. */
export function createLocalServices(options: LocalServicesOptions): HomeServices {
  const { engine, catalog, transactions } = options
  /** Databases that are being made and dropped: the catalog is needed until they are, or are not, there. */
  const unfinished = new Set<Promise<unknown>>()
  const parts: LocalParts = {
    ...options,
    databaseOf: (entry, caller) => callerDatabase(entry, caller, options),
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

/**
 * What a database is to the engine: with the graphs that a caller may see and change, where they have permissions of their own, and
 * with their token, where its endpoint is told of them.
 */
function callerDatabase(
  entry: DatabaseEntry,
  caller: Caller | undefined,
  options: LocalServicesOptions,
): HomeDatabase {
  const { catalog, defaults } = options
  const { namedGraphs = false, remote = {} } = { ...defaults, ...databaseSettings(entry.options) }
  const reference = withAsker(databaseReference(entry, defaults, catalog.secrets), remote, caller, options)
  const access = caller === undefined || !namedGraphs ? undefined : graphAccessOf(caller.session, entry.name)
  return access === undefined ? reference : { ...reference, access }
}

function withAsker(
  database: HomeDatabase,
  remote: RemoteSettings,
  caller: Caller | undefined,
  options: LocalServicesOptions,
): HomeDatabase {
  if (database.kind !== 'remote' || database.endpoint.passThrough !== true) return database
  return { ...database, asker: endpointAsker(caller, database.name, remote, options) }
}
