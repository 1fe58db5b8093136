import { DatabaseSync } from 'node:sqlite'

/** Keys that are remembered in memory; those beyond them are on disk. */
const keptInMemory = 100_000

/** Which keys came before; its memory is bounded. It has to be closed. */
export interface SeenKeys {
  /** Whether the key is new; from now on it is not. */
  add(key: string): boolean
  close(): void
}

/** An empty memory of keys; from `capacity` keys on it goes into a temporary file that ends with it. */
export function createSeenKeys(capacity: number = keptInMemory): SeenKeys {
  const first = new Set<string>()
  let rest: ReturnType<typeof createKeyFile> | undefined
  return {
    add(key) {
      if (first.has(key)) return false
      if (first.size >= capacity) {
        rest ??= createKeyFile()
        return rest.add(key)
      }
      first.add(key)
      return true
    },
    close: () => rest?.close(),
  }
}

function createKeyFile() {
  // A database without a name is a temporary file; one transaction, since nothing of it is to last.
  const database = new DatabaseSync('')
  database.exec('PRAGMA cache_size = -16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  database.exec('CREATE TABLE seen (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID; BEGIN')
  const insert = database.prepare('INSERT OR IGNORE INTO seen VALUES (?)')
  return {
    add: (key: string): boolean => insert.run(key).changes > 0,
    close: () => database.close(),
  }
}
