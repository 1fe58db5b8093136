import type { DatabaseSync } from 'node:sqlite'
import { keptStatement } from '../kept-statement.ts'

/** By how much the counts of a predicate change. */
interface PredicateChange {
  triples: number
  subjects: number
  objects: number
}

/** Sums up by how much the counts change, and writes that once. */
export class CountChanges {
  readonly #predicates = new Map<number, PredicateChange>()
  readonly #classes = new Map<number, number>()
  readonly #graphs = new Map<number, number>()

  /** A quad more (`by` 1) or less (-1) in a graph. */
  quad(g: number, by: 1 | -1): void {
    this.#graphs.set(g, (this.#graphs.get(g) ?? 0) + by)
  }

  /** A triple of the union more or less, and whether it is the only one of its predicate with its subject, its object. */
  triple(p: number, by: 1 | -1, onlyOfSubject: boolean, onlyOfObject: boolean): void {
    const change = this.#predicates.get(p) ?? { triples: 0, subjects: 0, objects: 0 }
    change.triples += by
    if (onlyOfSubject) change.subjects += by
    if (onlyOfObject) change.objects += by
    this.#predicates.set(p, change)
  }

  /** An instance of a class more or less. */
  instance(o: number, by: 1 | -1): void {
    this.#classes.set(o, (this.#classes.get(o) ?? 0) + by)
  }

  write(database: DatabaseSync): void {
    const predicate = keptStatement(
      database,
      `INSERT INTO predicate_count (p, triples, subjects, objects) VALUES (?, ?, ?, ?) ON CONFLICT (p) DO UPDATE SET
       triples = triples + excluded.triples, subjects = subjects + excluded.subjects, objects = objects + excluded.objects`,
    )
    for (const [p, { triples, subjects, objects }] of this.#predicates)
      predicate.run(p, triples, subjects, objects)
    const instances = keptStatement(
      database,
      `INSERT INTO class_count (class, instances) VALUES (?, ?)
       ON CONFLICT (class) DO UPDATE SET instances = instances + excluded.instances`,
    )
    for (const [o, by] of this.#classes) instances.run(o, by)
    const graph = keptStatement(
      database,
      'INSERT INTO graph_count (g, quads) VALUES (?, ?) ON CONFLICT (g) DO UPDATE SET quads = quads + excluded.quads',
    )
    for (const [g, by] of this.#graphs) graph.run(g, by)
    this.#dropZeros(database)
  }

  #dropZeros(database: DatabaseSync): void {
    const predicate = keptStatement(database, 'DELETE FROM predicate_count WHERE p = ? AND triples = 0')
    for (const p of this.#predicates.keys()) predicate.run(p)
    const instances = keptStatement(database, 'DELETE FROM class_count WHERE class = ? AND instances = 0')
    for (const o of this.#classes.keys()) instances.run(o)
    const graph = keptStatement(database, 'DELETE FROM graph_count WHERE g = ? AND quads = 0')
    for (const g of this.#graphs.keys()) graph.run(g)
  }
}
