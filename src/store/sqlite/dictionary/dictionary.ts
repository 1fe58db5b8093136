import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { rdf, type Term } from '../../../rdf/term.ts'
import { termKey, termOfKey } from '../../../rdf/term-key.ts'
import { typeNumber } from '../schema.ts'
import { columns, integer, onlyColumn, text } from '../sql-value.ts'
import { BoundedMap } from './bounded-map.ts'
import { DatatypeNumbers } from './datatype-numbers.ts'

/** Terms read by one statement: its text of numbers stays small. */
const prefetchSize = 1_000

/** UTF-16 code units for which a term in the cache counts as one more. */
const unitLength = 128

/**
 * The dictionary of a database, read through one connection: number ⇄ term, with bounded caches.
 *
 * Terms are never removed and never change their number, so what is cached stays right across commits. Only a
 * transaction of the same connection that is rolled back makes it wrong: call {@link Dictionary.clear} then.
 */
export class Dictionary {
  readonly #datatypes: DatatypeNumbers
  readonly #terms: BoundedMap<number, Term>
  readonly #ids: BoundedMap<string, number>
  readonly #byId: StatementSync
  readonly #byIds: StatementSync
  readonly #byValue: StatementSync

  /** `capacity`: about how many terms are kept, long ones counting as several. */
  constructor(database: DatabaseSync, capacity = 200_000) {
    this.#datatypes = new DatatypeNumbers(database)
    this.#terms = new BoundedMap(Math.ceil(capacity / 2))
    this.#ids = new BoundedMap(10_000)
    this.#byId = database.prepare('SELECT id, value, type, lang FROM term WHERE id = ?')
    this.#byIds = database.prepare(
      'SELECT t.id, t.value, t.type, t.lang FROM json_each(?) AS j CROSS JOIN term AS t ON t.id = j.value',
    )
    // Rows as arrays, many at once, cost half of what objects or single reads do.
    this.#byId.setReturnArrays(true)
    this.#byIds.setReturnArrays(true)
    this.#byValue = database.prepare('SELECT id FROM term WHERE value = ? AND type = ? AND lang = ?')
  }

  /** The number of a term; `undefined` where the database does not know it. */
  lookup(term: Term): number | undefined {
    const key = termKey(term)
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const type = this.#datatypes.typeOf(term)
    if (type === undefined) return undefined
    const row = this.#byValue.get(term.value, type, languageOf(term))
    if (row === undefined) return undefined
    const id = integer(onlyColumn(row))
    // Long values would make a cache counted in entries too large.
    if (key.length <= 1_000) this.#ids.set(key, id)
    return id
  }

  /** The cell of a term: its number, or its text where the database does not know it. */
  cellOf(term: Term): number | string {
    return this.lookup(term) ?? termKey(term)
  }

  /** The term of a cell. Throws where there is no such number. */
  term(cell: number | string): Term {
    if (typeof cell === 'string') return termOfKey(cell)
    const known = this.#terms.get(cell)
    if (known !== undefined) return known
    const row = this.#byId.get(cell)
    if (row === undefined) throw new Error(`The dictionary has no term ${cell}.`)
    return this.#keep(columns(row))
  }

  /** Reads terms that will be asked for soon with one statement; numbers that do not exist are ignored. */
  prefetch(cells: Iterable<number>): void {
    const missing: number[] = []
    for (const cell of cells) if (!this.#terms.has(cell)) missing.push(cell)
    if (missing.length === 0) return
    for (let start = 0; start < missing.length; start += prefetchSize) {
      const ids = JSON.stringify(missing.slice(start, start + prefetchSize))
      for (const row of this.#byIds.all(ids)) this.#keep(columns(row))
    }
  }

  /** Forgets everything read. */
  clear(): void {
    this.#terms.clear()
    this.#ids.clear()
    this.#datatypes.clear()
  }

  #keep([id, value, type, lang]: readonly unknown[]): Term {
    const term = this.#termOf(text(value), integer(type), text(lang))
    this.#terms.set(integer(id), term, 1 + Math.floor(term.value.length / unitLength))
    return term
  }

  #termOf(value: string, type: number, language: string): Term {
    switch (type) {
      case typeNumber.blank:
        return { kind: 'blank', value }
      case typeNumber.iri:
        return { kind: 'iri', value }
      case typeNumber.langString:
        return { kind: 'literal', value, datatype: rdf.langString, language }
      default:
        return { kind: 'literal', value, datatype: this.#datatypes.iriOf(type), language: '' }
    }
  }
}

/** `term.lang` of a term. */
export function languageOf(term: Term): string {
  return term.kind === 'literal' && term.datatype === rdf.langString ? term.language : ''
}
