import type { DatabaseSync } from 'node:sqlite'
import { rdf, type Term, xsd } from '../../../rdf/term.ts'
import { keptStatement } from '../kept-statement.ts'
import { typeNumber } from '../schema.ts'
import { integer, text } from '../sql-value.ts'

/** The numbers of a database's datatypes, as the table `datatype` has them. */
export class DatatypeNumbers {
  readonly #database: DatabaseSync
  readonly #numbers = new Map<string, number>()
  readonly #iris = new Map<number, string>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** `term.type` of a term; `undefined` where no term of the database has its datatype. */
  typeOf(term: Term): number | undefined {
    switch (term.kind) {
      case 'blank':
        return typeNumber.blank
      case 'iri':
        return typeNumber.iri
      case 'literal':
        if (term.datatype === xsd.string) return typeNumber.string
        if (term.datatype === rdf.langString) return typeNumber.langString
        return this.#numbers.get(term.datatype) ?? this.#read().#numbers.get(term.datatype)
    }
  }

  /** As {@link typeOf}; a new datatype is given the next number. */
  internTypeOf(term: Term): number {
    const known = this.typeOf(term)
    if (known !== undefined) return known
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO datatype (iri) VALUES (?)')
      .run(term.kind === 'literal' ? term.datatype : '')
    return integer(Number(lastInsertRowid))
  }

  /** The datatype IRI of a literal's `term.type`. */
  iriOf(type: number): string {
    const iri = this.#iris.get(type) ?? this.#read().#iris.get(type)
    if (iri === undefined) throw new Error(`The database has no datatype ${type}.`)
    return iri
  }

  /** Forgets what was read: numbers given in a transaction that was rolled back are given again to other datatypes. */
  clear(): void {
    this.#numbers.clear()
    this.#iris.clear()
  }

  #read(): this {
    for (const { id, iri } of keptStatement(this.#database, 'SELECT id, iri FROM datatype').all()) {
      this.#numbers.set(text(iri), integer(id))
      this.#iris.set(integer(id), text(iri))
    }
    return this
  }
}
