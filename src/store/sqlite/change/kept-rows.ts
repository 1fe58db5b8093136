import type { DatabaseSync } from 'node:sqlite'
import type { Cell } from '../../../sparql/solutions.ts'
import { columns } from '../sql-value.ts'

/** Rows kept in memory before the others go to a temporary table. */
const usualCapacity = 10_000

/** Rows that are asked for at once. */
const pageSize = 1_000

let tables = 0

/**
 * Rows of cells in the order in which they came, as many as there are: what memory has no room for is in a temporary
 * table.
 */
export class KeptRows {
  readonly #database: DatabaseSync
  readonly #capacity: number
  readonly #width: number
  readonly #table = `rows_${tables++}`
  readonly #first: (readonly Cell[])[] = []
  #spilled = 0

  constructor(database: DatabaseSync, width: number, capacity = usualCapacity) {
    this.#database = database
    this.#width = width
    this.#capacity = capacity
  }

  add(rows: readonly (readonly Cell[])[]): void {
    const room = Math.max(0, this.#capacity - this.#first.length)
    this.#first.push(...rows.slice(0, room))
    if (rows.length > room) this.#spill(rows.slice(room))
  }

  /** All rows, a bounded number at once. The database may be written between two of these. */
  *batches(): Generator<readonly (readonly Cell[])[]> {
    yield this.#first
    if (this.#spilled === 0) return
    const page = this.#database.prepare(
      `SELECT ${this.#columns()} FROM temp.${this.#table} WHERE number > ? ORDER BY number LIMIT ${pageSize}`,
    )
    page.setReturnArrays(true)
    for (let number = 0; number < this.#spilled; number += pageSize)
      yield page.all(number).map((row) => columns(row).map(cell))
  }

  /** Frees what the rows take. */
  drop(): void {
    this.#first.length = 0
    // Where a full disk ended the transaction, the table went with it.
    if (this.#spilled > 0) this.#database.exec(`DROP TABLE IF EXISTS temp.${this.#table}`)
    this.#spilled = 0
  }

  #columns(): string {
    return Array.from({ length: this.#width }, (_, index) => `c${index}`).join(', ') || 'NULL'
  }

  #spill(rows: readonly (readonly Cell[])[]): void {
    const names = Array.from({ length: this.#width }, (_, index) => `, c${index}`).join('')
    if (this.#spilled === 0)
      this.#database.exec(`CREATE TEMP TABLE ${this.#table} (number INTEGER PRIMARY KEY${names})`)
    const values = ', ?'.repeat(this.#width)
    const insert = this.#database.prepare(`INSERT INTO temp.${this.#table} VALUES (?${values})`)
    for (const row of rows) {
      this.#spilled += 1
      insert.run(this.#spilled, ...row)
    }
  }
}

function cell(value: unknown): Cell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  throw new Error('A kept row holds something that is no cell.')
}
