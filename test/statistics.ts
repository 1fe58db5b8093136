import { type Quad, rdf } from '../src/rdf/term.ts'
import type { PredicateStatistics, Statistics } from '../src/sparql/statistics.ts'
import { termKey } from './reference/graph.ts'

/** Exact counts of the union of the graphs of `quads`, as a store keeps them. */
export function statisticsOf(quads: readonly Quad[]): Statistics {
  const triples = new Map(
    quads.map(({ subject, predicate, object }) => [
      `${termKey(subject)} ${predicate.value} ${termKey(object)}`,
      { subject: termKey(subject), predicate: predicate.value, object: termKey(object) },
    ]),
  )
  const all = [...triples.values()]
  return {
    triples: all.length,
    predicate(iri): PredicateStatistics | undefined {
      const own = all.filter((triple) => triple.predicate === iri)
      if (own.length === 0) return undefined
      return {
        triples: own.length,
        subjects: new Set(own.map((triple) => triple.subject)).size,
        objects: new Set(own.map((triple) => triple.object)).size,
      }
    },
    instances: (classIri) =>
      all.filter(
        ({ predicate, object }) =>
          predicate === rdf.type && object === termKey({ kind: 'iri', value: classIri }),
      ).length,
  }
}
