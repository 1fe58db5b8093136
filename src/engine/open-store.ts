import { statSync } from 'node:fs'
import { isPlainLocalName } from '../rdf/names.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { inMemory, openDatabase } from '../store/sqlite/connection.ts'
import { createSqliteStore, type SqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'
import type { Database, EmbeddedDatabase } from './database.ts'
import { noRemoteAccess, type RemoteAccess } from './federation/remote-access.ts'
import { createPlanCache, type PlanCache } from './graphql/plan-cache.ts'
import { createReadableStores } from './readable-stores.ts'
import type { KeptReasoner, VocabularySource } from './reasoning/kept-reasoner.ts'
import { createStoreReasoner } from './reasoning/store-reasoner.ts'

/** A connection to a database file, as the store makes it. */
export type Connection = ReturnType<typeof openDatabase>

/** An open database, with the requests that were asked of it lately. */
export interface OpenStore {
  readonly store: Store
  readonly plans: PlanCache
  /** What can be inferred by its vocabulary. */
  readonly reasoning: KeptReasoner
  /** What its queries and updates may fetch from elsewhere. */
  readonly remote: RemoteAccess
  /** The prefixes by which the labels of plans shorten IRIs from now on. */
  labelBy(namespaces: Namespaces): void
  /**
   * What of it is there for whoever asks: without graphs that they may not read. Everything that reads on somebody's behalf takes
   * it from here.
   */
  readableBy(database: Database): OpenStore
}

/** An open database whose quads are here. */
export interface EmbeddedStore extends OpenStore {
  readonly connection: Connection
  readonly store: SqliteStore
}

/** The databases that a process has open for reading. */
export interface OpenStores {
  /** What queries and updates may fetch from elsewhere. */
  readonly remote: RemoteAccess
  /** A database as a whole, whoever asks. */
  take(database: EmbeddedDatabase): EmbeddedStore
  /** Closes a database, where it is open. */
  release(database: EmbeddedDatabase): void
  close(): void
}

/** Database files that are kept open when nothing is read of them; those in memory are kept in any case. */
const mostFiles = 16

/**
 * No open databases.
 *
 * @param onRead is told of each vocabulary that is read for reasoning
 */
export function createOpenStores(
  remote: RemoteAccess = noRemoteAccess,
  onRead?: VocabularySource['onRead'],
): OpenStores {
  const files = new Map<string, { readonly open: EmbeddedStore; readonly identity: string }>()
  const memory = new Map<string, EmbeddedStore>()

  function takeFile(path: string): EmbeddedStore {
    const identity = identityOf(path)
    const known = files.get(path)
    files.delete(path)
    // A database may have been dropped, and another one made of the same name.
    if (known !== undefined && known.identity !== identity) known.open.store.close()
    const open =
      known?.identity === identity
        ? known.open
        : openStore(openDatabase(path, { readOnly: true }), remote, onRead)
    files.set(path, { open, identity })
    for (const [oldest, { open: surplus }] of files) {
      if (files.size <= mostFiles) break
      if (surplus.store.isRunning()) continue
      files.delete(oldest)
      surplus.store.close()
    }
    return open
  }

  return {
    remote,
    take(database) {
      if (database.kind === 'file') return takeFile(database.path)
      const open = memory.get(database.name) ?? openStore(openDatabase(inMemory), remote, onRead)
      memory.set(database.name, open)
      return open
    },
    release(database) {
      const open = database.kind === 'file' ? files.get(database.path)?.open : memory.get(database.name)
      files.delete(database.kind === 'file' ? database.path : '')
      memory.delete(database.kind === 'memory' ? database.name : '')
      open?.store.close()
    },
    close() {
      for (const { open } of files.values()) open.store.close()
      for (const open of memory.values()) open.store.close()
      files.clear()
      memory.clear()
    },
  }
}

/**
 * A store over a connection, which it closes with itself.
 *
 * @param onRead is told of each vocabulary that is read for reasoning
 */
export function openStore(
  connection: Connection,
  remote: RemoteAccess = noRemoteAccess,
  onRead?: VocabularySource['onRead'],
): EmbeddedStore {
  let prefixes: Namespaces = new Map()
  const store = createSqliteStore(connection, { namer: (iri) => shortName(iri, prefixes) })
  const vocabularyVersion = (): number => store.vocabularyVersion()
  const readers = createReadableStores(store, vocabularyVersion)
  const open: EmbeddedStore = {
    connection,
    store,
    plans: createPlanCache(store),
    reasoning: createStoreReasoner(store, {
      version: vocabularyVersion,
      ...(onRead && { onRead }),
    }),
    remote,
    labelBy(namespaces) {
      prefixes = namespaces
    },
    readableBy(database) {
      const readable = readers.of(database)
      const { labelBy, readableBy } = open
      return readable === undefined ? open : { ...readable, remote, labelBy, readableBy }
    },
  }
  return open
}

function shortName(iri: string, prefixes: Namespaces): string {
  let best: string | undefined
  let length = 0
  for (const [prefix, namespace] of prefixes) {
    if (namespace.length <= length || !iri.startsWith(namespace)) continue
    const local = iri.slice(namespace.length)
    if (!isPlainLocalName(local)) continue
    best = `${prefix}:${local}`
    length = namespace.length
  }
  return best ?? `<${iri}>`
}

/** What tells a file from another one of the same path; empty where there is none. */
export function identityOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`
}
