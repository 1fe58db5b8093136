import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { keptStatement } from '../kept-statement.ts'
import { columns, integer, onlyColumn } from '../sql-value.ts'
import { CountChanges } from './count-changes.ts'
import { typePredicate } from './counts.ts'
import { countVocabularyChange } from './vocabulary-changes.ts'

/**
 * Inserts and deletes single quads, keeping `u` and the counts right at a cost that does not depend on how many quads
 * there are. The counts, that of changes of the vocabulary among them, are written by {@link QuadWriter.finish}.
 */
export class QuadWriter {
  readonly #database: DatabaseSync
  readonly #counts = new CountChanges()
  readonly #type: number | undefined
  readonly #predicates = new Set<number>()
  readonly #classes = new Set<number>()
  readonly #neighbours: StatementSync
  readonly #insert: StatementSync
  readonly #union: StatementSync
  readonly #delete: StatementSync
  readonly #other: StatementSync
  readonly #promote: StatementSync

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#type = typePredicate(database)
    this.#insert = keptStatement(
      database,
      `INSERT OR IGNORE INTO quad (p, s, o, g, u) VALUES
       (?1, ?2, ?3, ?4, NOT EXISTS (SELECT 1 FROM quad WHERE p = ?1 AND s = ?2 AND o = ?3))`,
    )
    this.#union = keptStatement(database, 'SELECT u FROM quad WHERE p = ? AND s = ? AND o = ? AND g = ?')
    this.#delete = keptStatement(database, 'DELETE FROM quad WHERE p = ? AND s = ? AND o = ? AND g = ?')
    this.#other = keptStatement(database, 'SELECT g FROM quad WHERE p = ? AND s = ? AND o = ? LIMIT 1')
    this.#promote = keptStatement(database, 'UPDATE quad SET u = 1 WHERE p = ? AND s = ? AND o = ? AND g = ?')
    this.#neighbours = keptStatement(
      database,
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM quad WHERE p = ?1 AND s = ?2 AND u = 1 LIMIT 2)),
              (SELECT count(*) FROM (SELECT 1 FROM quad INDEXED BY quad_pos WHERE p = ?1 AND o = ?3 AND u = 1 LIMIT 2))`,
    )
    this.#neighbours.setReturnArrays(true)
  }

  /** Whether the quad was not there before. */
  insert(p: number, s: number, o: number, g: number): boolean {
    if (this.#insert.run(p, s, o, g).changes === 0) return false
    this.#touch(p, o)
    this.#counts.quad(g, 1)
    if (integer(onlyColumn(this.#union.get(p, s, o, g))) === 1) this.#count(p, o, 1, this.#around(p, s, o))
    return true
  }

  /** Whether the quad was there. */
  delete(p: number, s: number, o: number, g: number): boolean {
    const row = this.#union.get(p, s, o, g)
    if (row === undefined) return false
    this.#touch(p, o)
    this.#counts.quad(g, -1)
    const around = this.#around(p, s, o)
    this.#delete.run(p, s, o, g)
    if (integer(onlyColumn(row)) === 0) return true
    const other = this.#other.get(p, s, o)
    if (other === undefined) this.#count(p, o, -1, around)
    else this.#promote.run(p, s, o, integer(onlyColumn(other)))
    return true
  }

  finish(): void {
    this.#counts.write(this.#database)
    countVocabularyChange(this.#database, { predicates: this.#predicates, classes: this.#classes })
  }

  #touch(p: number, o: number): void {
    this.#predicates.add(p)
    if (p === this.#type) this.#classes.add(o)
  }

  /** How many triples, up to two, share the triple's subject, and its object; the triple is there. */
  #around(p: number, s: number, o: number): readonly [number, number] {
    const [ofSubject, ofObject] = columns(this.#neighbours.get(p, s, o))
    return [integer(ofSubject), integer(ofObject)]
  }

  #count(p: number, o: number, by: 1 | -1, [ofSubject, ofObject]: readonly [number, number]): void {
    this.#counts.triple(p, by, ofSubject === 1, ofObject === 1)
    if (p === this.#type) this.#counts.instance(o, by)
  }
}
