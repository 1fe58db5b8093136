import { databaseSize } from '../statistics.ts'
import { BulkInsert } from './bulk-insert.ts'
import type { Change } from './change.ts'
import { QuadBatch } from './quad-batch.ts'
import { QuadWriter } from './quad-writer.ts'

/** 64 MB, and 32 MB more while they are sorted. */
const usualRunSize = 4_000_000

/** Fewer quads than this part of what is there are inserted one by one, with all indexes in place. */
const smallPart = 1 / 8

/** Inserts quads of numbered terms as a part of a change, one by one or in bulk as their number makes it cheaper. */
export class QuadInserter {
  readonly #change: Change
  readonly #runSize: number
  readonly #before: number
  readonly #batch = new QuadBatch()
  #bulk: BulkInsert | undefined
  #inserted = 0

  /** `runSize`: quads held in memory before they are written, 4 million unless given. */
  constructor(change: Change, runSize: number = usualRunSize) {
    this.#change = change
    this.#runSize = runSize
    this.#before = databaseSize(change.database)
  }

  add(p: number, s: number, o: number, g: number): void {
    this.#batch.add(p, s, o, g)
    if (this.#batch.size === this.#runSize) this.#flush()
  }

  /** Writes what waits. Returns how many of the quads the database did not have. */
  finish(): number {
    if (this.#batch.size > 0) this.#flush()
    const { database, interner } = this.#change
    if (this.#bulk === undefined) {
      interner.finish()
      return this.#inserted
    }
    // Making indexes takes memory too.
    interner.forget()
    this.#bulk.finish()
    return databaseSize(database) - this.#before
  }

  #flush(): void {
    const { database, interner, signal } = this.#change
    signal?.throwIfAborted()
    if (this.#bulk === undefined && this.#batch.size < this.#before * smallPart) {
      interner.finish()
      this.#insertEach()
    } else {
      this.#bulk ??= new BulkInsert(database)
      this.#bulk.insert(this.#batch)
    }
    this.#batch.clear()
  }

  #insertEach(): void {
    const writer = new QuadWriter(this.#change.database)
    this.#batch.sorted((p, s, o, g) => {
      if (writer.insert(p, s, o, g)) this.#inserted++
    })
    writer.finish()
  }
}
