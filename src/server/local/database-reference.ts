import type { DatabaseEntry, FileEntry, RemoteEntry } from '../../catalog/catalog.ts'
import type { Secrets } from '../../catalog/secrets.ts'
import { type DatabaseSettings, databaseSettings } from '../../config/database-options.ts'
import type { FileDatabase, HomeDatabase, RemoteDatabase } from '../../engine/database.ts'
import { remoteEndpoint } from './remote-endpoint.ts'

/**
 * What an entry of the catalog, with its options, is to the engine; `defaults` hold where it says nothing else.
 *
 * @throws ServiceError `invalidConfiguration` where a secret of it cannot be read
 */
export function databaseReference(
  entry: DatabaseEntry,
  defaults: DatabaseSettings,
  secrets: Secrets,
): HomeDatabase {
  return entry.kind === 'file'
    ? fileReference(entry, defaults)
    : remoteReference(entry, defaults, (option, sealed) =>
        secrets.open({ database: entry.name, option }, sealed),
      )
}

/** What a database in a file is to the engine. */
export function fileReference(entry: FileEntry, defaults: DatabaseSettings): FileDatabase {
  return { kind: 'file', path: entry.path, name: entry.name, ...facts(entry, defaults) }
}

/** What a database that stands for an endpoint is to the engine; `open` tells the secret in what an option holds. */
export function remoteReference(
  { name, ...entry }: Pick<RemoteEntry, 'name' | 'options' | 'namespaces'>,
  defaults: DatabaseSettings,
  open: (option: string, text: string) => string,
): RemoteDatabase {
  const { remote = {} } = databaseSettings(entry.options)
  return { kind: 'remote', name, endpoint: remoteEndpoint(remote, open), ...facts(entry, defaults) }
}

/** The options of a request, with the time that its database has for it at most. */
export function withinTimeOf<Options extends { readonly timeout?: number }>(
  entry: DatabaseEntry,
  defaults: DatabaseSettings,
  options: Options,
): Options {
  const { timeout: most } = { ...defaults, ...databaseSettings(entry.options) }
  return most === undefined ? options : { ...options, timeout: Math.min(options.timeout ?? most, most) }
}

function facts(
  { options, namespaces }: Pick<DatabaseEntry, 'options' | 'namespaces'>,
  defaults: DatabaseSettings,
): Pick<FileDatabase, 'namespaces' | 'defaultLimit' | 'graphqlGraphs' | 'allGraphs' | 'reasoning'> {
  const settings = { ...defaults, ...databaseSettings(options) }
  const { defaultLimit, graphqlGraphs, allGraphs, schemaGraphs, sameAs, schemaReasoning } = settings
  return {
    namespaces,
    ...(defaultLimit === undefined ? {} : { defaultLimit }),
    ...(graphqlGraphs === undefined ? {} : { graphqlGraphs }),
    ...(allGraphs === undefined ? {} : { allGraphs }),
    reasoning: {
      ...(schemaGraphs === undefined ? {} : { schemaGraphs }),
      ...(sameAs === undefined ? {} : { sameAs }),
      ...(schemaReasoning === undefined ? {} : { generatedSchemas: schemaReasoning }),
    },
  }
}
