import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { statementError } from '../storage-error.ts'

/** Statements kept for the next query of the same shape. */
const kept = 200

/** Prepared statements by their text. A statement runs once at a time: who takes one gives it back. */
export interface StatementPool {
  /** @throws ServiceError `limitExceeded` where the statement is larger than SQLite takes. */
  take(text: string): StatementSync
  give(text: string, statement: StatementSync): void
}

/** A pool of statements of a connection, which forgets those used longest ago. */
export function createStatementPool(database: DatabaseSync): StatementPool {
  const idle = new Map<string, StatementSync>()

  function prepare(text: string): StatementSync {
    try {
      return database.prepare(text)
    } catch (error) {
      throw statementError(error)
    }
  }

  return {
    take(text) {
      const known = idle.get(text)
      if (known !== undefined) {
        idle.delete(text)
        return known
      }
      const statement = prepare(text)
      statement.setReturnArrays(true)
      return statement
    },
    give(text, statement) {
      idle.delete(text)
      idle.set(text, statement)
      if (idle.size <= kept) return
      const [oldest] = idle.keys()
      if (oldest !== undefined) idle.delete(oldest)
    },
  }
}
