import { adoptBackup } from '../../store/sqlite/upkeep/backup.ts'
import { checkDatabaseFile } from '../../store/sqlite/upkeep/check-database.ts'
import { optimizeDatabase } from '../../store/sqlite/upkeep/optimize.ts'
import type { FileDatabase } from '../database.ts'
import { cancelledError } from '../failures.ts'
import type { EmbeddedStore } from '../open-store.ts'
import type { Upkeep } from '../upkeep.ts'
import { writeSealedBackup } from '../write-sealed-backup.ts'

/** Does work with a database that is open for writing, when what was given before it is done. */
export type WriteInTurn = (
  database: FileDatabase,
  signal: AbortSignal | undefined,
  work: (open: EmbeddedStore) => Promise<void>,
) => Promise<void>

/** The upkeep of an engine in the calling process, which is blocked meanwhile. */
export function localUpkeep(write: WriteInTurn): Upkeep<FileDatabase> {
  return {
    optimize: (database, signal) =>
      write(database, signal, ({ connection }) => optimizeDatabase(connection, signal)),

    async check(database, signal) {
      if (signal?.aborted) throw cancelledError()
      return checkDatabaseFile(database.path)
    },

    async backup(database, target, label, signal) {
      if (signal?.aborted) throw cancelledError()
      return writeSealedBackup(database.path, target, label)
    },

    async adoptBackup(path, signal) {
      if (signal?.aborted) throw cancelledError()
      return adoptBackup(path)
    },

    waiting: () => 0,
  }
}
