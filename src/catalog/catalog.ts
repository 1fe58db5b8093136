import type { AccountStore } from '../accounts/account-store.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Secrets } from './secrets.ts'

/** What the catalog knows of every database. */
export interface EntryFacts {
  readonly name: string
  /** ISO 8601, UTC. */
  readonly created: string
  /** Offline, it is there for administration only. */
  readonly online: boolean
  readonly namespaces: Namespaces
  /** The options that it was given, by name; their texts as they were checked, secrets sealed. */
  readonly options: ReadonlyMap<string, string>
}

/** A database in a file of the home folder. */
export interface FileEntry extends EntryFacts {
  readonly kind: 'file'
  /** Absolute path of the database file. */
  readonly path: string
}

/** A name for a SPARQL endpoint, which the options tell of. */
export interface RemoteEntry extends EntryFacts {
  readonly kind: 'remote'
}

/** A database, as the catalog knows it. */
export type DatabaseEntry = FileEntry | RemoteEntry

/** What changes of an entry; what is absent stays. */
export interface EntryChange {
  readonly online?: boolean
  /** All namespaces from now on. */
  readonly namespaces?: Namespaces
  /** The options that change; `null` removes one. */
  readonly options?: ReadonlyMap<string, string | null>
}

/** Fills a new database, and returns the prefixes that its data declare. */
export type Populate = (entry: FileEntry) => Promise<Namespaces>

/** A GraphQL schema, as it is kept for a database. */
export interface NewSchema {
  readonly name: string
  readonly text: string
  /** Whether it was made of the data, and not given by somebody. */
  readonly generated: boolean
}

/** A GraphQL schema of a database. */
export interface SchemaEntry extends NewSchema {
  /** Of the text: equal for equal texts only. */
  readonly digest: string
}

/** What a database was, to be made again of its backup. */
export interface FormerEntry {
  readonly options: ReadonlyMap<string, string>
  readonly namespaces: Namespaces
  readonly schemas: readonly NewSchema[]
}

/** The GraphQL schemas of the databases, each by its name; what they say is not looked at. */
export interface CatalogSchemas {
  /**
   * In the order of the alphabet.
   *
   * @throws ServiceError `databaseUnknown`
   */
  names(database: string): readonly string[]
  /** @throws ServiceError `databaseUnknown` */
  find(database: string, name: string): SchemaEntry | undefined
  /**
   * Bytes of the texts of all of them.
   *
   * @throws ServiceError `databaseUnknown`
   */
  bytes(database: string): number
  /**
   * Adds a schema, in place of one of the same name.
   *
   * @throws ServiceError `databaseUnknown`, `storage`
   */
  put(database: string, schema: NewSchema): void
  /**
   * Whether there was one.
   *
   * @throws ServiceError `databaseUnknown`, `storage`
   */
  remove(database: string, name: string): boolean
  /**
   * Removes all; returns how many there were.
   *
   * @throws ServiceError `databaseUnknown`, `storage`
   */
  clear(database: string): number
}

/** The databases of one home folder. */
export interface Catalog {
  /** In the order of their names. */
  list(): readonly DatabaseEntry[]
  /** @throws ServiceError `databaseUnknown` */
  get(name: string): DatabaseEntry
  /** @throws ServiceError `databaseUnknown`, `invalidDatabaseState` where it is offline, `storage` where it has no file */
  getOnline(name: string): DatabaseEntry
  has(name: string): boolean
  /**
   * Creates a database: it is known to others when `populate` has filled it, and leaves nothing behind where that fails.
   *
   * @throws ServiceError `invalidDatabaseName`, `databaseExists`; and what `populate` throws
   */
  create(name: string, populate: Populate, options?: ReadonlyMap<string, string>): Promise<FileEntry>
  /**
   * Creates a database that stands for an endpoint, with the options that `find` finds of it: it is known to others then, and
   * leaves nothing behind where that fails.
   *
   * @throws ServiceError `invalidDatabaseName`, `databaseExists`; and what `find` throws
   */
  createRemote(name: string, find: () => Promise<ReadonlyMap<string, string>>): Promise<RemoteEntry>
  /**
   * Creates a database with the options, namespaces and schemas of a former one: `place` puts its file at the path of the entry.
   *
   * @throws ServiceError `invalidDatabaseName`, `databaseExists`; and what `place` throws
   */
  restore(name: string, former: FormerEntry, place: (entry: FileEntry) => Promise<void>): Promise<FileEntry>
  /**
   * Puts another file, options, namespaces and schemas in the place of those of a database, in one step; where `place` fails the
   * database is as it was. `release` is called before, so that nobody writes to the old file any more.
   *
   * @throws ServiceError `databaseUnknown`, `unsupported` where it is remote; and what `place` and `release` throw
   */
  replace(
    name: string,
    former: FormerEntry,
    place: (entry: FileEntry) => Promise<void>,
    release: (entry: FileEntry) => Promise<void>,
  ): Promise<FileEntry>
  /**
   * Changes an entry in one write.
   *
   * @throws ServiceError `databaseUnknown`, `storage`
   */
  change(name: string, change: EntryChange): DatabaseEntry
  /**
   * Removes a database, its folder where it has one, and the permissions about it. `release` is called when nobody can find the database any more, before its files
   * go.
   *
   * @throws ServiceError `databaseUnknown`, `invalidDatabaseState` while it is being replaced
   */
  drop(name: string, release?: (entry: DatabaseEntry) => Promise<void>): Promise<void>
  /** What of the folders and the catalog does not fit together, one sentence each. */
  findings(): readonly string[]
  readonly schemas: CatalogSchemas
  readonly accounts: AccountStore
  /** How the secrets among the options are sealed. */
  readonly secrets: Secrets
  close(): void
}
