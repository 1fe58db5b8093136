import type { BackupLabel } from '../store/sqlite/upkeep/backup.ts'
import type { StoreFinding } from '../store/sqlite/upkeep/findings.ts'
import type { HomeDatabase } from './database.ts'

export type { BackupLabel } from '../store/sqlite/upkeep/backup.ts'
export type { StoreFinding } from '../store/sqlite/upkeep/findings.ts'

/** A backup that was written. */
export interface WrittenBackup {
  /** Bytes of the file. */
  readonly bytes: number
  readonly triples: number
}

/** What a backup was found to hold. */
export interface AdoptedBackup {
  readonly label: BackupLabel
  readonly triples: number
}

/** The part of an engine that keeps database files in order. */
export interface Upkeep<Of extends HomeDatabase> {
  /**
   * Writes the file anew without gaps and counts anew what plans are made by, in turn with the changes of the database;
   * queries go on.
   *
   * @throws ServiceError `storage`, `serverBusy`
   */
  optimize(database: Of, signal?: AbortSignal): Promise<void>
  /** Everything that is wrong with the file, a hundred findings at most; messages may name its path. */
  check(database: Of, signal?: AbortSignal): Promise<readonly StoreFinding[]>
  /**
   * Writes one committed state of a database to the new file at `target`, sealed and on disk; where it fails nothing is
   * left there.
   *
   * @throws ServiceError `storage`, `queryCancelled`
   */
  backup(database: Of, target: string, label: BackupLabel, signal?: AbortSignal): Promise<WrittenBackup>
  /**
   * Makes a database file of a backup whose seal was taken off, in its place.
   *
   * @throws ServiceError `illegalArgument` where it is no backup, or damaged; `storage`
   */
  adoptBackup(path: string, signal?: AbortSignal): Promise<AdoptedBackup>
  /** Queries that wait for a process. */
  waiting(): number
}
