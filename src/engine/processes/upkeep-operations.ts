import { adoptBackup } from '../../store/sqlite/upkeep/backup.ts'
import { checkDatabaseFile } from '../../store/sqlite/upkeep/check-database.ts'
import { optimizeDatabase } from '../../store/sqlite/upkeep/optimize.ts'
import type { WritingStores } from '../change/writing-stores.ts'
import { writeSealedBackup } from '../write-sealed-backup.ts'
import type { Operation } from './serve-operations.ts'
import { isAdoptOrder, isBackupOrder, isFileTarget } from './upkeep-orders.ts'

/** What a database process does to keep files in order. */
export function upkeepOperations(
  writing: WritingStores,
): Readonly<Record<'optimize' | 'check' | 'backup' | 'adoptBackup', Operation>> {
  return {
    async optimize(order, { signal }) {
      if (!isFileTarget(order)) throw new Error('The order of a rebuild cannot be read.')
      await writing.use(order.database, ({ connection }) => optimizeDatabase(connection, signal))
      return {}
    },

    async check(order) {
      if (!isFileTarget(order)) throw new Error('The order of a check cannot be read.')
      return { value: checkDatabaseFile(order.database.path) }
    },

    async backup(order) {
      if (!isBackupOrder(order)) throw new Error('The order of a backup cannot be read.')
      return { value: await writeSealedBackup(order.database.path, order.target, order.label) }
    },

    async adoptBackup(order) {
      if (!isAdoptOrder(order)) throw new Error('The order of a restoration cannot be read.')
      return { value: adoptBackup(order.path) }
    },
  }
}
