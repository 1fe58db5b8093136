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
  switch (term.kind) {
    case 'iri':
      return `<${term.value}`
    case 'blank':
      return `_${term.value}`
    case 'literal':
      return `"${term.datatype} ${term.language} ${term.value}`
  }
}

/** IRI by which the default graph is meant among names of graphs. */
export const defaultGraphName = 'tag:stardog:api:context:default'

/** The union of all graphs of `quads`. */
export function unionGraph(quads: readonly Quad[]): Graph {
  return graphOf(quads, undefined)
}

/**
 * The union of the graphs of these IRIs, or of all; terms are seen in the order subject, predicate, object, graph of each
 * quad, whatever graph it is in.
 */
export function graphOf(quads: readonly Quad[], graphs: readonly string[] | undefined): Graph {
  // A term's number is its place in the order of first appearance.
  const terms: Term[] = []
  const numbers = new Map<string, number>()
  const forward = new Map<string, Set<number>>()
  const backward = new Map<string, Set<number>>()
  const see = (term: Term): number => {
    const key = termKey(term)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, terms.length)
    return terms.push(term) - 1
  }
  for (const quad of quads) {
    const [subject, predicate, object] = [see(quad.subject), see(quad.predicate), see(quad.object)]
    if (quad.graph !== null) see(quad.graph)
    if (graphs !== undefined && !graphs.includes(quad.graph?.value ?? defaultGraphName)) continue
    insert(forward, `${subject} ${predicate}`, object)
    insert(backward, `${predicate} ${object}`, subject)
  }
  const numberOf = (term: Term): number => numbers.get(termKey(term)) ?? -1
  const iriNumber = (value: string): number => numberOf({ kind: 'iri', value })
  const inOrder = (members: ReadonlySet<number> | undefined): readonly Term[] =>
    [...(members ?? [])].sort((a, b) => a - b).flatMap((number) => terms[number] ?? [])
  return {
    subjects: (predicate, object) => inOrder(backward.get(`${iriNumber(predicate)} ${iriNumber(object)}`)),
    values: (node, predicate) => inOrder(forward.get(`${numberOf(node)} ${iriNumber(predicate)}`)),
  }
}

function insert(index: Map<string, Set<number>>, at: string, member: number): void {
  const members = index.get(at)
  if (members === undefined) index.set(at, new Set([member]))
  else members.add(member)
}
