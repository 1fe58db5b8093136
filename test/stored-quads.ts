import type { DatabaseSync } from 'node:sqlite'
import type { Quad } from '../src/rdf/term.ts'
import { Dictionary } from '../src/store/sqlite/dictionary/dictionary.ts'

/** All quads of a database, read from its tables. */
export function storedQuads(database: DatabaseSync): readonly Quad[] {
  const dictionary = new Dictionary(database)
  return database
    .prepare('SELECT s, p, o, g FROM quad')
    .all()
    .map(({ s, p, o, g }): Quad => {
      const [subject, predicate, graph] = [s, p, g].map((id) =>
        id === 0 ? null : dictionary.term(Number(id)),
      )
      if (
        subject === undefined ||
        subject === null ||
        subject.kind === 'literal' ||
        predicate?.kind !== 'iri'
      )
        throw new Error('A quad of the database is none.')
      if (graph === undefined || graph?.kind === 'literal') throw new Error('A graph is a literal.')
      return { subject, predicate, object: dictionary.term(Number(o)), graph }
    })
}
