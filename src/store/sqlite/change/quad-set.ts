import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { columns, integer } from '../sql-value.ts'
import { QuadBatch } from './quad-batch.ts'

/** Quads kept in memory before they are written to a temporary table: 3 MB. */
const usualCapacity = 200_000

/** Up to as many quads are looked up by a text each. */
const fewQuads = 1_000

/** Quads that are asked for at once. */
const pageSize = 10_000

let tables = 0

/**
 * A set of quads as the numbers of their terms, of any size: what memory has no room for is in a temporary table. It is
 * filled first and then read; statements that read may be open while it is filled, not when it is dropped.
 */
export class QuadSet {
  readonly #database: DatabaseSync
  readonly #capacity: number
  readonly #batch = new QuadBatch()
  readonly #table = `quads_${tables++}`
  #spilled = false
  #keys: Set<string> | undefined
  #find: StatementSync | undefined

  constructor(database: DatabaseSync, capacity = usualCapacity) {
    this.#database = database
    this.#capacity = capacity
  }

  /** Whether nothing was added. */
  get empty(): boolean {
    return !this.#spilled && this.#batch.size === 0
  }

  add(p: number, s: number, o: number, g: number): void {
    this.#batch.add(p, s, o, g)
    if (this.#batch.size >= this.#capacity) this.#spill()
  }

  /** Each quad once, in the order of the primary key of `quad`. */
  visit(visit: (p: number, s: number, o: number, g: number) => void): void {
    if (this.#spilled) this.#visitTable(visit)
    else this.#batch.sorted(visit)
  }

  #visitTable(visit: (p: number, s: number, o: number, g: number) => void): void {
    this.#spill()
    const page = this.#database.prepare(
      `SELECT p, s, o, g FROM temp.${this.#table} WHERE (p, s, o, g) > (?, ?, ?, ?) ORDER BY p, s, o, g LIMIT ${pageSize}`,
    )
    page.setReturnArrays(true)
    let [p, s, o, g] = [-1, -1, -1, -1]
    for (;;) {
      const rows = page.all(p, s, o, g)
      for (const row of rows) {
        const values = columns(row)
        ;[p, s, o, g] = [integer(values[0]), integer(values[1]), integer(values[2]), integer(values[3])]
        visit(p, s, o, g)
      }
      if (rows.length < pageSize) return
    }
  }

  has(p: number, s: number, o: number, g: number): boolean {
    if (!this.#spilled && this.#batch.size <= fewQuads) {
      this.#keys ??= this.#keysOfBatch()
      return this.#keys.has(`${p} ${s} ${o} ${g}`)
    }
    if (this.#batch.size > 0) this.#spill()
    this.#find ??= this.#database.prepare(
      `SELECT 1 FROM temp.${this.#table} WHERE p = ? AND s = ? AND o = ? AND g = ?`,
    )
    return this.#find.get(p, s, o, g) !== undefined
  }

  /** Frees what the set takes. */
  drop(): void {
    this.#batch.clear()
    // Where a full disk ended the transaction, the table went with it.
    if (this.#spilled) this.#database.exec(`DROP TABLE IF EXISTS temp.${this.#table}`)
    this.#spilled = false
  }

  #keysOfBatch(): Set<string> {
    const keys = new Set<string>()
    this.#batch.sorted((p, s, o, g) => keys.add(`${p} ${s} ${o} ${g}`))
    return keys
  }

  #spill(): void {
    if (!this.#spilled) {
      this.#database.exec(
        `CREATE TEMP TABLE ${this.#table} (p INTEGER, s INTEGER, o INTEGER, g INTEGER, PRIMARY KEY (p, s, o, g)) WITHOUT ROWID`,
      )
    }
    this.#spilled = true
    const insert = this.#database.prepare(`INSERT OR IGNORE INTO temp.${this.#table} VALUES (?, ?, ?, ?)`)
    this.#batch.sorted((p, s, o, g) => insert.run(p, s, o, g))
    this.#batch.clear()
  }
}
