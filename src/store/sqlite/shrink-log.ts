import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** Bytes of a log that is worth a moment to empty: small commits keep it near this by themselves. */
const largeLog = 8 * 2 ** 20

/**
 * Empties the write-ahead log, unless a reader still needs it. It holds what was committed until then: where the file has
 * no room for that, nothing is lost, and the next commit tries again.
 */
export function shrinkLog(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The commit stands; reading goes on from the log.
  } finally {
    database.exec('PRAGMA busy_timeout = 5000')
  }
}

/** Empties a log that is large, such as one of a change that was taken back: others may need the space. */
export function shrinkLargeLog(database: DatabaseSync): void {
  const path = database.location()
  if (path === null) return
  const stats = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (stats !== undefined && stats.size > largeLog) shrinkLog(database)
}
