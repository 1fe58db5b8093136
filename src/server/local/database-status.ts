import type { DatabaseEntry, RemoteEntry } from '../../catalog/catalog.ts'
import type { Secrets } from '../../catalog/secrets.ts'
import { databaseSettings } from '../../config/database-options.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import type { Engine } from '../../engine/engine.ts'
import { ServiceError } from '../../errors.ts'
import type { DatabaseStatus, EndpointStatus } from '../administration-service.ts'
import { remoteReference } from './database-reference.ts'
import { nameDatabase } from './name-database.ts'

/**
 * What a database is, and whether it, or its endpoint, can be asked.
 *
 * @param reference what an entry is to the engine, for who asks
 */
export async function databaseStatus(
  engine: Engine,
  entry: DatabaseEntry,
  secrets: Secrets,
  reference: (entry: DatabaseEntry) => HomeDatabase,
): Promise<DatabaseStatus> {
  const { name, online } = entry
  if (entry.kind === 'remote') {
    return { name, kind: 'remote', online, remote: await endpointStatus(engine, entry, secrets) }
  }
  if (!online) return { name, kind: 'embedded', online }
  const triples = await nameDatabase(entry, engine.size(reference(entry)))
  return { name, kind: 'embedded', online, triples }
}

async function endpointStatus(engine: Engine, entry: RemoteEntry, secrets: Secrets): Promise<EndpointStatus> {
  const { remote: { queryUrl = '' } = {} } = databaseSettings(entry.options)
  const endpoint = new URL(queryUrl).host
  try {
    const open = (option: string, sealed: string): string =>
      secrets.open({ database: entry.name, option }, sealed)
    const health = await engine.health(remoteReference(entry, {}, open))
    const { server } = health
    const latencyMilliseconds = Math.round(health.latencyMilliseconds * 10) / 10
    return { endpoint, reachable: true, ...(server === undefined ? {} : { server }), latencyMilliseconds }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { endpoint, reachable: false, error: error.message }
  }
}
