import type { Database } from '../database.ts'
import type { DatabaseEngine } from '../engine.ts'
import type { Job } from './pool.ts'
import type { Call } from './running-call.ts'
import { isSchemaProblems, type SchemaCheckOrder, type SchemaGenerationWork } from './schema-orders.ts'

/** Where the work on schemas is given to a process. */
export interface SchemaProcesses<On extends Database> {
  /** Reads a database. */
  run(database: On, job: Omit<Job, 'prepare'>): Promise<Call>
  /** Does what takes long and needs no database. */
  check(database: On, job: Omit<Job, 'prepare'>): Promise<Call>
  /** Milliseconds that a request may take which asks for this time. */
  timeout(asked: number | undefined): number
}

/** The part of an engine with processes that checks and makes schemas. */
export function processSchemas<On extends Database>({
  run,
  check,
  timeout,
}: SchemaProcesses<On>): Pick<DatabaseEngine<On>, 'checkSchema' | 'generateSchema'> {
  return {
    async checkSchema(database, text, options = {}) {
      const argument: SchemaCheckOrder = { text, namespaces: database.namespaces }
      const job = { operation: 'checkSchema', argument, timeout: timeout(options.timeout) }
      const call = await check(database, { ...job, signal: options.signal })
      const value = await call.result
      if (!isSchemaProblems(value)) throw new Error('A database process checked no schema.')
      return value
    },

    async generateSchema(database, origin, options = {}) {
      const argument: SchemaGenerationWork & { readonly database: On } = { database, origin }
      const job = { operation: 'generateSchema', argument, timeout: timeout(options.timeout) }
      const call = await run(database, { ...job, signal: options.signal })
      const value = await call.result
      if (typeof value !== 'string') throw new Error('A database process made no schema.')
      return value
    },
  }
}
