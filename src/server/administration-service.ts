import type { Namespaces } from '../rdf/namespaces.ts'

/** An option of a database as `/admin/config_properties` tells of it. */
export interface OptionDescriptor {
  readonly name: string
  readonly type: 'Boolean' | 'String' | 'Integer' | 'Enum' | 'Duration' | 'List'
  /** Whether it can be set after the creation. */
  readonly mutable: boolean
  /** Whether it can be set while the database is online. */
  readonly mutableWhenOnline: boolean
  readonly category: string
  readonly label: string
  readonly description: string
  readonly defaultValue: unknown
}

/** A query or a change that is being carried out. */
export interface RunningQuery {
  readonly id: string
  readonly kind: 'graphql' | 'sparql' | 'update' | 'export'
  readonly database: string
  readonly text: string
  /** On whose behalf; absent where nobody signs in. */
  readonly user?: string
  /** ISO 8601, UTC. */
  readonly started: string
  readonly elapsedMilliseconds: number
}

/** Something that is wrong with a database. */
export interface Finding {
  /** What was checked: `file`, `dictionary`, `quads`, `counts`, `catalog`. */
  readonly part: string
  readonly message: string
}

/** A finished backup. */
export interface BackupReport {
  /** Name of the file. */
  readonly file: string
  readonly bytes: number
  readonly triples: number
}

/** How many databases there are. */
export interface DatabaseCounts {
  readonly online: number
  readonly offline: number
}

/** What a database is, and whether it can be asked. */
export interface DatabaseStatus {
  readonly name: string
  /** Whether its data are here, or at an endpoint. */
  readonly kind: 'embedded' | 'remote'
  readonly online: boolean
  /** Triples in the union of all graphs; absent where it is offline or remote. */
  readonly triples?: number
  /** Of a remote one. */
  readonly remote?: EndpointStatus
}

/** Whether an endpoint answers. */
export interface EndpointStatus {
  /** Its host, with a port where it is not the usual one. */
  readonly endpoint: string
  readonly reachable: boolean
  /** Its engine and version, where it tells them. */
  readonly server?: string
  /** Milliseconds until it had answered the smallest query. */
  readonly latencyMilliseconds?: number
  /** Why it is not reachable. */
  readonly error?: string
}

/** What is done to databases as a whole, by name. */
export interface AdministrationService {
  /** Values of all options, as JSON. */
  options(name: string): Promise<Readonly<Record<string, unknown>>>
  /**
   * Sets options, flat or nested; `null` goes back to the default. All or none.
   *
   * @throws ServiceError `illegalArgument`, `invalidDatabaseState` where one needs the database offline
   */
  setOptions(name: string, options: Readonly<Record<string, unknown>>): Promise<void>
  /** Values of all options of each database, as JSON: of those whose options the asker may read. */
  allOptions(): Promise<readonly Readonly<Record<string, unknown>>[]>
  descriptors(): readonly OptionDescriptor[]
  /** How many databases there are, whoever asks. */
  counts(): Promise<DatabaseCounts>
  isOnline(name: string): Promise<boolean>
  /** Asks the endpoint of a remote database; that it does not answer is a status, and no failure. */
  status(name: string): Promise<DatabaseStatus>
  /** Offline, running queries end first; every use but of options and administration is then `invalidDatabaseState`. */
  setOnline(name: string, online: boolean): Promise<void>
  /** Rebuilds the file without gaps, and what plans are made by. */
  optimize(name: string): Promise<void>
  namespaces(name: string): Promise<Namespaces>
  /** Adds prefixes, in place of those of the same name. */
  addNamespaces(name: string, namespaces: Namespaces): Promise<void>
  removeNamespace(name: string, prefix: string): Promise<void>
  /** Everything that is wrong; empty where all is well. */
  check(name: string): Promise<readonly Finding[]>
  /** A consistent copy, with options and namespaces, as one file: in the folder `backups` of the home. */
  backup(name: string): Promise<BackupReport>
  /** The same as bytes. */
  streamBackup(name: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /** Makes a database of a backup, under its own name unless another is given. */
  restore(
    backup: AsyncIterable<Uint8Array>,
    options?: { readonly name?: string; readonly overwrite?: boolean; readonly signal?: AbortSignal },
  ): Promise<{ readonly name: string; readonly triples: number }>
  queries(): Promise<readonly RunningQuery[]>
  /** @throws ServiceError `queryUnknown` */
  kill(id: string): Promise<void>
}
