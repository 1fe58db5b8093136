import type { Quad, Term } from '../../src/rdf/term.ts'

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Triples to walk over: the union of graphs, everything in the order in which terms first appear in the data. */
export interface Graph {
  /** The distinct nodes that are stated to be of one of some classes. */
  instances(classes: readonly string[]): readonly Term[]
  /** The distinct values of `predicate` at `node`. */
  values(node: Term, predicate: string): readonly Term[]
  /** The distinct terms that a path leads to from `node`. */
  along(node: Term, path: readonly PathStep[]): readonly Term[]
}

/** A property from its subject to its object, or, `inverse`, from its object to its subject. */
export interface PathStep {
  readonly predicate: string
  readonly inverse: boolean
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
  const step = (from: ReadonlySet<number>, { predicate, inverse }: PathStep): ReadonlySet<number> => {
    const by = iriNumber(predicate)
    return new Set(
      [...from].flatMap((one) => [
        ...((inverse ? backward.get(`${by} ${one}`) : forward.get(`${one} ${by}`)) ?? []),
      ]),
    )
  }
  return {
    along: (node, path) => inOrder(path.reduce(step, new Set([numberOf(node)]))),
    instances: (classes) =>
      inOrder(step(new Set(classes.map(iriNumber)), { predicate: rdfType, inverse: true })),
    values: (node, predicate) => inOrder(forward.get(`${numberOf(node)} ${iriNumber(predicate)}`)),
  }
}

function insert(index: Map<string, Set<number>>, at: string, member: number): void {
  const members = index.get(at)
  if (members === undefined) index.set(at, new Set([member]))
  else members.add(member)
}
