import type { TokenExchange } from '../../authentication/exchange/token-exchange.ts'
import type { Catalog, DatabaseEntry } from '../../catalog/catalog.ts'
import type { DatabaseSettings } from '../../config/database-options.ts'
import type { Transactions } from '../../engine/change/transactions.ts'
import type { Turns } from '../../engine/change/turns.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SchemaRegistry } from '../../engine/schemas/schema-registry.ts'
import type { AccountService } from '../account-service.ts'
import type { AuditLog } from '../audit/audit.ts'
import type { Caller } from '../sign-in/caller.ts'
import type { RunningQueries } from './running-queries.ts'

/** What the services of a home folder are made of. */
export interface LocalServicesOptions {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly transactions: Transactions
  /** Where queries and changes are registered while they run. */
  readonly running: RunningQueries
  /** What holds for a database that says nothing else. */
  readonly defaults: DatabaseSettings
  /** Milliseconds that a query or an update may take; a database may say less. */
  readonly timeout: number
  /** Where backups are kept; made when it is needed. */
  readonly backupFolder: string
  /** An existing folder on the file system of the databases, for files that come and go. */
  readonly spoolFolder: string
  /** Our own version. */
  readonly version: string
  /** Milliseconds that running work has to end when a database goes offline; 5 s unless given. */
  readonly graceMilliseconds?: number
  /** The accounts as somebody has them, or as the owner of the home folder does. */
  readonly accounts: (caller: Caller | undefined) => AccountService
  /** Where changes are told of; nowhere unless given. */
  readonly audit?: AuditLog
  /** By what endpoints are asked as whoever asks; absent where no issuer but the service itself is trusted. */
  readonly tokenExchange?: TokenExchange
}

/** What the services of a home folder have in common, whoever they work for. */
export interface LocalParts extends LocalServicesOptions {
  /** What an entry of the catalog is to the engine, for one caller. */
  databaseOf(entry: DatabaseEntry, caller: Caller | undefined): HomeDatabase
  readonly registry: SchemaRegistry
  /** An endpoint may be asked while options change: those of one database do so one after the other. */
  readonly optionTurns: Turns
  /** Does work that the catalog is needed for until it ends, such as the making of a database. */
  finishing<Result>(work: Promise<Result>): Promise<Result>
}
