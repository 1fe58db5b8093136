import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createQuadIndexes, dropQuadIndexes } from '../indexes.ts'
import { integer, onlyColumn } from '../sql-value.ts'
import { recountGraphs, recountPredicates } from './counts.ts'
import type { QuadBatch } from './quad-batch.ts'
import { countVocabularyChange } from './vocabulary-changes.ts'

/** Rows of `quad` written by one statement: more save nothing. */
const rowsAtOnce = 32

/** Megabytes of an index that are sorted at a time. */
const sortedMegabytes = 64

/**
 * Inserts so many quads that it is cheaper to make the indexes again than to keep them. Between the first insert and
 * {@link BulkInsert.finish}, in the same transaction, `quad` has no secondary indexes and the counts are old.
 */
export class BulkInsert {
  readonly #database: DatabaseSync
  readonly #insertMany: StatementSync
  readonly #insertFirst: StatementSync
  readonly #insertOne: StatementSync
  readonly #graphs: Set<number>
  readonly #predicates = new Set<number>()
  #empty: boolean

  /** `database` is in a transaction. */
  constructor(database: DatabaseSync) {
    this.#database = database
    const graphs = database.prepare('SELECT g FROM graph_count').all()
    this.#graphs = new Set(graphs.map(({ g }) => integer(g)))
    this.#empty = this.#graphs.size === 0
    dropQuadIndexes(database)
    const row = '(?, ?, ?, ?, ?)'
    const into = 'INSERT OR IGNORE INTO quad (p, s, o, g, u) VALUES'
    this.#insertMany = database.prepare(`${into} ${Array(rowsAtOnce).fill(row).join(', ')}`)
    this.#insertFirst = database.prepare(`${into} ${row}`)
    this.#insertOne = database.prepare(
      `${into} (?1, ?2, ?3, ?4, NOT EXISTS (SELECT 1 FROM quad WHERE p = ?1 AND s = ?2 AND o = ?3))`,
    )
  }

  /** Inserts the quads of a batch that are new. */
  insert(batch: QuadBatch): void {
    for (const g of batch.distinct('g')) this.#graphs.add(g)
    let last = 0
    const predicates = this.#predicates
    const seen = (p: number) => {
      if (p !== last) predicates.add(p)
      last = p
    }
    // Where the batch alone tells which quad of a triple is the first, nothing has to be looked up.
    if (this.#empty || this.#graphs.size === 1) this.#insertMarked(batch, seen)
    else {
      batch.sorted((p, s, o, g) => {
        seen(p)
        this.#insertOne.run(p, s, o, g)
      })
    }
    this.#empty = false
  }

  /** Makes the indexes, and counts what was touched. */
  finish(): void {
    this.#createIndexes()
    recountPredicates(this.#database, this.#predicates)
    recountGraphs(this.#database)
    countVocabularyChange(this.#database, { predicates: this.#predicates })
  }

  #createIndexes(): void {
    const cacheSize = integer(onlyColumn(this.#database.prepare('PRAGMA cache_size').get()))
    // Two threads sort beside the reading of what is to be sorted, each as much at a time as the cache is large: a
    // smaller one is faster, since they begin earlier, and takes less memory.
    this.#database.exec(`PRAGMA threads = 2; PRAGMA cache_size = ${-1024 * sortedMegabytes}`)
    createQuadIndexes(this.#database)
    this.#database.exec(`PRAGMA threads = 0; PRAGMA cache_size = ${cacheSize}`)
  }

  #insertMarked(batch: QuadBatch, seen: (p: number) => void): void {
    const rows: number[] = []
    batch.sorted((p, s, o, g, first) => {
      seen(p)
      rows.push(p, s, o, g, first ? 1 : 0)
      if (rows.length < 5 * rowsAtOnce) return
      this.#insertMany.run(...rows)
      rows.length = 0
    })
    for (let at = 0; at < rows.length; at += 5) this.#insertFirst.run(...rows.slice(at, at + 5))
  }
}
