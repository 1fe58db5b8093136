import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Term, xsd } from '../../../rdf/term.ts'
import { termKey } from '../../../rdf/term-key.ts'
import { createTermIndexes, dropTermIndexes } from '../indexes.ts'
import { keptStatement } from '../kept-statement.ts'
import { integer, onlyColumn } from '../sql-value.ts'
import { BoundedTextNumbers } from './bounded-text-numbers.ts'
import { DatatypeNumbers } from './datatype-numbers.ts'
import { languageOf } from './dictionary.ts'
import { sortKey } from './sort-key.ts'

/** Terms that are remembered, twice as many at most. */
const usualCapacity = 3_000_000

/** Rows of `term` written by one statement: more save nothing. */
const rowsAtOnce = 32

/** Longer values are remembered by their digest. */
const longestKey = 200

/** By what terms are remembered: the values of IRIs and strings; for others what `termKey` makes of them. */
const textKind = { iri: 0, string: 1, encoded: 2 } as const

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
  readonly #remembered: BoundedTextNumbers
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
    this.#remembered = new BoundedTextNumbers(capacity)
    this.#datatypes = new DatatypeNumbers(database)
    this.#next = integer(onlyColumn(keptStatement(database, 'SELECT ifnull(max(id), 0) + 1 FROM term').get()))
    this.#complete = this.#next === 1
    this.#find = keptStatement(database, 'SELECT id FROM term WHERE value = ? AND type = ? AND lang = ?')
    this.#insert = keptStatement(
      database,
      'INSERT INTO term VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
  }

  /** The number of a term, a new one where the database does not know it. */
  intern(term: Term): number {
    const { kind, text } = textOf(term)
    return this.#remembered.get(kind, text) ?? this.#miss(term, kind, text)
  }

  /** The number of a term; `undefined` where the database does not know it. */
  lookup(term: Term): number | undefined {
    if (!isWellFormed(term)) return this.lookup(wellFormed(term))
    const { kind, text } = textOf(term)
    const known = this.#remembered.get(kind, text)
    if (known !== undefined || this.#complete) return known
    const type = this.#datatypes.typeOf(term)
    if (type === undefined) return undefined
    const row = this.#find.get(term.value, type, languageOf(term))
    return row === undefined ? undefined : integer(onlyColumn(row))
  }

  /** Writes what waits, and makes the indexes that do. Called at the end of a change, and before anything reads terms. */
  finish(): void {
    this.#flush()
    if (!this.#indexed) createTermIndexes(this.#database)
    this.#indexed = true
  }

  /** Gives back the memory of what is remembered, after very many terms. */
  forget(): void {
    this.finish()
    this.#remembered.clear()
    this.#complete = false
  }

  #miss(term: Term, kind: number, text: string): number {
    if (!isWellFormed(term)) return this.intern(wellFormed(term))
    const id = this.#complete ? this.#append(term) : this.#findOrInsert(term)
    this.#remembered.set(kind, text, id)
    if (this.#complete && this.#remembered.forgets) {
      this.#complete = false
      this.finish()
    }
    return id
  }

  #append(term: Term): number {
    // Of few terms at a time, as small changes have them, keeping the indexes is cheaper than making them again.
    if (this.#next === 1) {
      dropTermIndexes(this.#database)
      this.#indexed = false
    }
    const id = this.#next++
    this.#pending.push(...this.#row(id, term))
    if (this.#pending.length === 6 * rowsAtOnce) this.#flush()
    return id
  }

  #findOrInsert(term: Term): number {
    const row = this.#row(this.#next, term)
    if (this.#insert.run(...row).changes !== 0) return this.#next++
    return integer(
      onlyColumn(this.#find.get(term.value, this.#datatypes.internTypeOf(term), languageOf(term))),
    )
  }

  #row(id: number, term: Term): Column[] {
    const { family, key } = sortKey(term)
    return [id, term.value, this.#datatypes.internTypeOf(term), languageOf(term), family, key]
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

/** By what a term is remembered. */
function textOf(term: Term): { readonly kind: number; readonly text: string } {
  if (term.value.length <= longestKey) {
    if (term.kind === 'iri') return { kind: textKind.iri, text: term.value }
    if (term.kind === 'literal' && term.datatype === xsd.string)
      return { kind: textKind.string, text: term.value }
  }
  const text = termKey(term)
  return {
    kind: textKind.encoded,
    text: text.length <= longestKey ? text : hash('sha256', text, 'base64'),
  }
}
