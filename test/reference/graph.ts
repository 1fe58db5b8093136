import type { Quad, Term } from '../../src/rdf/term.ts'

/** Triples to walk over: the union of graphs, everything in the order in which terms first appear in the data. */
export interface Graph {
  /** The distinct nodes that have `object` as a value of `predicate`. */
  subjects(predicate: string, object: string): readonly Term[]
  /** The distinct values of `predicate` at `node`. */
  values(node: Term, predicate: string): readonly Term[]
}

/** A text that is the same for the same term alone. */
export function termKey(term: Term): string {
  return term.kind === 'literal'
    ? JSON.stringify([term.kind, term.value, term.datatype, term.language])
    : JSON.stringify([term.kind, term.value])
}

/** The union of all graphs of `quads`; terms are seen in the order subject, predicate, object, graph of each quad. */
export function unionGraph(quads: readonly Quad[]): Graph {
  const terms = new Map<string, Term>()
  const rank = new Map<string, number>()
  const forward = new Map<string, Set<string>>()
  const backward = new Map<string, Set<string>>()
  for (const quad of quads) {
    for (const term of [quad.subject, quad.predicate, quad.object, quad.graph]) {
      if (term === null || rank.has(termKey(term))) continue
      rank.set(termKey(term), rank.size)
      terms.set(termKey(term), term)
    }
    insert(forward, `${termKey(quad.subject)} ${quad.predicate.value}`, termKey(quad.object))
    insert(backward, `${quad.predicate.value} ${termKey(quad.object)}`, termKey(quad.subject))
  }
  const inOrder = (keys: ReadonlySet<string> | undefined): readonly Term[] =>
    [...(keys ?? [])]
      .sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
      .flatMap((key) => terms.get(key) ?? [])
  return {
    subjects: (predicate, object) =>
      inOrder(backward.get(`${predicate} ${termKey({ kind: 'iri', value: object })}`)),
    values: (node, predicate) => inOrder(forward.get(`${termKey(node)} ${predicate}`)),
  }
}

function insert(index: Map<string, Set<string>>, at: string, member: string): void {
  const members = index.get(at)
  if (members === undefined) index.set(at, new Set([member]))
  else members.add(member)
}
