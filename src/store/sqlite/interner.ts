import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Term, xsd } from '../../rdf/term.ts'
import { BoundedMap } from './bounded-map.ts'
import { DatatypeNumbers } from './datatype-numbers.ts'
import { languageOf } from './dictionary.ts'
import { createTermIndexes, dropTermIndexes } from './indexes.ts'
import { sortKey } from './sort-key.ts'
import { integer, onlyColumn } from './sql-value.ts'
import { encodeTerm } from './term-text.ts'

/** Terms of each kind that are remembered, twice as many at most: altogether 2.4 million, of about 110 bytes. */
const usualCapacity = 400_000

/** Rows of `term` written by one statement: more save nothing. */
const rowsAtOnce = 32

/** Longer values are remembered by their digest. */
const longestKey = 200

type Column = number | bigint | string | null

/**
 * Gives terms their numbers during one change of a database, in the order in which they come.
 *
 * While the dictionary was empty at the start and everything given since is remembered, nothing has to be read, rows
 * are written in groups, and the indexes of `term` wait until {@link Interner.finish}.
 */
export class Interner {
  readonly #database: DatabaseSync
  readonly #datatypes: DatatypeNumbers
  readonly #iris: BoundedMap<string, number>
  readonly #strings: BoundedMap<string, number>
  /** By {@link encodeTerm} or its digest. */
  readonly #others: BoundedMap<string, number>
  readonly #find: StatementSync
  readonly #insert: StatementSync
  #insertMany: StatementSync | undefined
  #next: number
  /** Whether every term of the database is remembered. */
  #complete: boolean
  #indexed = true
  readonly #pending: Column[] = []

  /** `database` is in a transaction. */
  constructor(database: DatabaseSync, capacity = usualCapacity) {
    this.#database = database
    this.#iris = new BoundedMap(capacity)
    this.#strings = new BoundedMap(capacity)
    this.#others = new BoundedMap(capacity)
    this.#datatypes = new DatatypeNumbers(database)
    this.#next = integer(onlyColumn(database.prepare('SELECT ifnull(max(id), 0) + 1 FROM term').get()))
    this.#complete = this.#next === 1
    this.#find = database.prepare('SELECT id FROM term WHERE value = ? AND type = ? AND lang = ?')
    this.#insert = database.prepare('INSERT INTO term VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  }

  /** The number of a term, a new one where the database does not know it. */
  intern(term: Term): number {
    if (term.kind === 'iri' && term.value.length <= longestKey) {
      return this.#iris.get(term.value) ?? this.#miss(term, this.#iris, term.value)
    }
    if (term.kind === 'literal' && term.datatype === xsd.string && term.value.length <= longestKey) {
      return this.#strings.get(term.value) ?? this.#miss(term, this.#strings, term.value)
    }
    const text = encodeTerm(term)
    const key = text.length <= longestKey ? text : hash('sha256', text, 'base64')
    return this.#others.get(key) ?? this.#miss(term, this.#others, key)
  }

  /** Writes what waits, and makes the indexes that do. Called at the end of a change, and before anything reads terms. */
  finish(): void {
    this.#flush()
    if (!this.#indexed) createTermIndexes(this.#database)
    this.#indexed = true
  }

  #miss(term: Term, memory: BoundedMap<string, number>, key: string): number {
    if (!isWellFormed(term)) return this.intern(wellFormed(term))
    // A copy: the value may be a slice that keeps the parser's whole buffer alive.
    const value = copy(term.value)
    const id = this.#complete ? this.#append(term, value) : this.#findOrInsert(term, value)
    memory.set(key === term.value ? value : copy(key), id)
    if (this.#complete && memory.full) {
      this.#complete = false
      this.finish()
    }
    return id
  }

  #append(term: Term, value: string): number {
    if (this.#indexed) {
      dropTermIndexes(this.#database)
      this.#indexed = false
    }
    const id = this.#next++
    this.#pending.push(...this.#row(id, term, value))
    if (this.#pending.length === 6 * rowsAtOnce) this.#flush()
    return id
  }

  #findOrInsert(term: Term, value: string): number {
    const row = this.#row(this.#next, term, value)
    if (this.#insert.run(...row).changes !== 0) return this.#next++
    return integer(onlyColumn(this.#find.get(value, this.#datatypes.internTypeOf(term), languageOf(term))))
  }

  #row(id: number, term: Term, value: string): Column[] {
    const { family, key } = sortKey(term)
    return [id, value, this.#datatypes.internTypeOf(term), languageOf(term), family, key]
  }

  #flush(): void {
    if (this.#pending.length === 6 * rowsAtOnce) {
      this.#insertMany ??= this.#database.prepare(
        `INSERT INTO term VALUES ${Array(rowsAtOnce).fill('(?, ?, ?, ?, ?, ?)').join(', ')}`,
      )
      this.#insertMany.run(...this.#pending)
    } else {
      for (let at = 0; at < this.#pending.length; at += 6)
        this.#insert.run(...this.#pending.slice(at, at + 6))
    }
    this.#pending.length = 0
  }
}

/** Whether SQLite, which stores UTF-8, keeps the term as it is: without lone surrogates. */
function isWellFormed(term: Term): boolean {
  if (!term.value.isWellFormed()) return false
  return term.kind !== 'literal' || (term.datatype.isWellFormed() && term.language.isWellFormed())
}

function wellFormed(term: Term): Term {
  const value = term.value.toWellFormed()
  if (term.kind !== 'literal') return { ...term, value }
  return {
    ...term,
    value,
    datatype: term.datatype.toWellFormed(),
    language: term.language.toWellFormed(),
  }
}

function copy(value: string): string {
  return Buffer.from(value, 'utf8').toString('utf8')
}
