import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ServiceError } from '../../../errors.ts'
import type { Cell, Solutions } from '../../../sparql/solutions.ts'
import { type SelectOptions, StaleQuery } from '../../store.ts'
import { inMemory } from '../connection.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Measurement } from '../select/measure-parts.ts'
import type { SqlValue } from '../select/sql.ts'
import { storageError } from '../storage-error.ts'
import type { CalledExpression, CalledExpressions } from './sql-functions.ts'
import type { StatementPool } from './statement-pool.ts'

/** Rows that are fetched at once. */
const batchSize = 1_000

/** What a statement is run with. */
export interface Connection {
  readonly database: DatabaseSync
  readonly dictionary: Dictionary
  readonly statements: StatementPool
  readonly expressions: CalledExpressions
  /** The database's version, now. */
  readonly version: () => number
  /** Queries whose rows are being read. */
  readonly running: { queries: number }
}

/** A translated query. */
export interface RunnableSelect {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly variables: readonly string[]
  readonly expressions: readonly CalledExpression[]
  /** The database's version that the translation holds for. */
  readonly version: number
}

/** The solutions of a statement. It starts with the first batch asked for and is given back at the last, or when the consumer stops. */
export function runSelect(
  select: RunnableSelect,
  { database, dictionary, statements, expressions, version, running }: Connection,
  options: SelectOptions,
  measured: (measurement: Measurement) => void,
): Solutions {
  const { variables } = select
  const decoded = decodedColumns(variables, options.decode)
  return {
    variables,
    batches: batches(),
    term: (cell) => dictionary.term(cell),
  }

  async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
    const { signal } = options
    throwIfAborted(signal)
    const deactivate = expressions.activate(select.expressions)
    const statement = statements.take(select.text)
    let rows = 0
    let milliseconds = 0
    const rowsOf = iterate(statement, select.parameters)
    running.queries += 1
    try {
      for (;;) {
        const start = performance.now()
        const batch = nextBatch(rowsOf, variables.length, database)
        // The statement that is open holds its state of the data, which is the state that this reads.
        if (rows === 0 && version() !== select.version) throw new StaleQuery()
        if (decoded.length > 0) prefetch(batch, decoded, dictionary)
        milliseconds += performance.now() - start
        rows += batch.length
        if (batch.length > 0) yield batch
        if (batch.length < batchSize) break
        throwIfAborted(signal)
      }
      measured({ rows, milliseconds })
    } finally {
      rowsOf.return?.()
      statements.give(select.text, statement)
      deactivate()
      running.queries -= 1
    }
  }
}

function iterate(statement: StatementSync, parameters: readonly SqlValue[]): Iterator<unknown> {
  return statement.iterate(...parameters)
}

function nextBatch(
  rows: Iterator<unknown>,
  width: number,
  database: DatabaseSync,
): readonly (readonly Cell[])[] {
  const batch: (readonly Cell[])[] = []
  try {
    while (batch.length < batchSize) {
      const { done, value } = rows.next()
      if (done === true) break
      if (!isRow(value)) throw new Error('Expected a row of cells.')
      batch.push(width === 0 ? [] : value)
    }
  } catch (error) {
    throw storageError(error, database.location() ?? inMemory)
  }
  return batch
}

/** Rows come as arrays of what SELECT lists: cells. Looking at each of them would double the cost of fetching. */
function isRow(value: unknown): value is readonly Cell[] {
  return Array.isArray(value)
}

function prefetch(
  batch: readonly (readonly Cell[])[],
  columns: readonly number[],
  dictionary: Dictionary,
): void {
  const cells = new Set<number>()
  for (const row of batch) {
    for (const column of columns) {
      const cell = row[column]
      if (typeof cell === 'number') cells.add(cell)
    }
  }
  dictionary.prefetch(cells)
}

function decodedColumns(
  variables: readonly string[],
  decode: readonly string[] | undefined,
): readonly number[] {
  return variables.flatMap((name, index) => (decode === undefined || decode.includes(name) ? [index] : []))
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new ServiceError('queryCancelled', 'The query was cancelled.', { cause: signal.reason })
}
