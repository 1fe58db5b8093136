import type { Namespaces } from '../rdf/namespaces.ts'

/** A database, as the catalog knows it. */
export interface DatabaseEntry {
  readonly name: string
  /** Absolute path of the database file. */
  readonly path: string
  /** ISO 8601, UTC. */
  readonly created: string
  readonly namespaces: Namespaces
  /** The options that it was given, by name; their texts as they were checked. */
  readonly options: ReadonlyMap<string, string>
}

/** Fills a new database, and returns the prefixes that its data declare. */
export type Populate = (entry: DatabaseEntry) => Promise<Namespaces>

/** The databases of one home folder. */
export interface Catalog {
  /** In the order of their names. */
  list(): readonly DatabaseEntry[]
  /** @throws ServiceError `databaseUnknown` */
  get(name: string): DatabaseEntry
  has(name: string): boolean
  /**
   * Creates a database: it is known to others when `populate` has filled it, and leaves nothing behind where that fails.
   *
   * @throws ServiceError `invalidDatabaseName`, `databaseExists`; and what `populate` throws
   */
  create(name: string, populate: Populate, options?: ReadonlyMap<string, string>): Promise<DatabaseEntry>
  /**
   * Removes a database and its folder. `release` is called when nobody can find the database any more, before its files
   * go.
   *
   * @throws ServiceError `databaseUnknown`
   */
  drop(name: string, release?: (entry: DatabaseEntry) => Promise<void>): Promise<void>
  close(): void
}
