import oxigraph from 'oxigraph'
import { fillStore, quadsIn } from '../oxigraph.ts'

/** Answers queries over the union of all graphs of a store. */
export interface UnionStore {
  /** The answer in a media type; the default graph is the union if it `isDefault`, whatever the query says. */
  query(query: string, media: string, isDefault: boolean): string
  /** What the store holds has changed. */
  forget(): void
}

/**
 * Keeps the union of a store's graphs as a graph of a copy: Oxigraph's own union gives a triple once for every graph that
 * it stands in, though a union of graphs is a set.
 */
export function unionStore(store: oxigraph.Store, name = 'tag:espalier.test:union'): UnionStore {
  let kept: { readonly store: oxigraph.Store; readonly graphs: readonly oxigraph.NamedNode[] } | undefined
  const union = oxigraph.namedNode(name)

  function copy() {
    const quads = store.match()
    const copied = fillStore(quadsIn(quads))
    for (const { subject, predicate, object } of quads)
      copied.add(oxigraph.quad(subject, predicate, object, union))
    const named = new Map<string, oxigraph.NamedNode>()
    for (const { graph } of quads)
      if (graph.termType === 'NamedNode') named.set(graph.value, oxigraph.namedNode(graph.value))
    return { store: copied, graphs: [...named.values()] }
  }

  return {
    query(query, media, isDefault) {
      kept ??= copy()
      const dataset = isDefault ? { default_graph: union, named_graphs: kept.graphs } : {}
      const answered = kept.store.query(query, { results_format: media, ...dataset })
      if (typeof answered !== 'string') throw new Error('Oxigraph answers in text.')
      return answered
    },
    forget() {
      kept = undefined
    },
  }
}
