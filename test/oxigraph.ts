import oxigraph, { type Quad as OxigraphQuad, type Term as OxigraphTerm } from 'oxigraph'
import { blank, iri, languageString, literal, type Quad, type Term } from '../src/rdf/term.ts'
import type { Cell, Solutions } from '../src/sparql/solutions.ts'
import { defaultGraphName, termKey } from './reference/graph.ts'

/** An independent SPARQL processor that holds the same quads. */
export interface Oxigraph {
  /** Whether it keeps the terms as they are: it has one spelling only for each number, boolean and point of time. */
  readonly isFaithful: boolean
  /** The solutions of a SELECT query over the union of all graphs, in its own order. */
  select(sparql: string): readonly ReadonlyMap<string, Term>[]
}

/**
 * Loads quads into Oxigraph, each triple into the first of its graphs only: in its union of graphs a triple would count
 * once for every graph that it stands in.
 *
 * @param graphs the graphs that queries name as their dataset, where they do; the default graph is one of that name.
 */
export function oxigraphOf(quads: readonly Quad[], graphs?: readonly string[]): Oxigraph {
  const store = new oxigraph.Store()
  const triples = new Set<string>()
  for (const { subject, predicate, object, graph } of quads) {
    const isAsked = graphs === undefined || graphs.includes(graph?.value ?? defaultGraphName)
    const triple = [subject, predicate, object].map(termKey).join(' ')
    if (isAsked && triples.has(triple)) continue
    if (isAsked) triples.add(triple)
    const unnamed = graphs === undefined ? oxigraph.defaultGraph() : oxigraph.namedNode(defaultGraphName)
    const name = graph === null ? unnamed : nodeOf(graph)
    store.add(oxigraph.quad(nodeOf(subject), oxigraph.namedNode(predicate.value), termOf(object), name))
  }
  const kept = new Set(store.match().map((quad) => termKey(readTerm(quad.object))))
  return {
    isFaithful: quads.every((quad) => kept.has(termKey(quad.object))),
    select: (sparql) => selectFrom(store, sparql, graphs === undefined),
  }
}

/** The quads of a text in an RDF syntax, by media type, in the order of the text. */
export function parseQuads(text: string, mediaType: string): readonly Quad[] {
  return oxigraph.parse(text, { format: mediaType }).map(readQuad)
}

/** The solutions of a SELECT query over the union of the graphs of an Oxigraph store, or over those that it names. */
export function selectFrom(
  store: oxigraph.Store,
  sparql: string,
  isOverAll = true,
): readonly ReadonlyMap<string, Term>[] {
  const rows = store.query(sparql, { use_default_graph_as_union: isOverAll })
  if (!Array.isArray(rows)) throw new Error('Not a SELECT query.')
  return rows.map((row) => {
    if (!(row instanceof Map)) throw new Error('Not a solution.')
    return new Map(
      [...row].flatMap(([name, term]: [string, OxigraphTerm | undefined]) =>
        term === undefined ? [] : [[name, readTerm(term)] as const],
      ),
    )
  })
}

/** Oxigraph with quads where they are. */
export function fillStore(quads: readonly Quad[]): oxigraph.Store {
  const store = new oxigraph.Store()
  for (const { subject, predicate, object, graph } of quads) {
    const name = graph === null ? oxigraph.defaultGraph() : nodeOf(graph)
    store.add(oxigraph.quad(nodeOf(subject), oxigraph.namedNode(predicate.value), termOf(object), name))
  }
  return store
}

/** Quads as Oxigraph answers them, or holds them. */
export function quadsIn(answer: unknown): readonly Quad[] {
  if (!Array.isArray(answer)) throw new Error('Not quads.')
  return answer.map((quad: OxigraphQuad) => readQuad(quad))
}

function readQuad(quad: OxigraphQuad): Quad {
  const [subject, predicate, object] = [quad.subject, quad.predicate, quad.object].map(readTerm)
  const graph = quad.graph.termType === 'DefaultGraph' ? null : readTerm(quad.graph)
  if (subject === undefined || subject.kind === 'literal' || predicate?.kind !== 'iri') {
    throw new Error('Not an RDF 1.1 quad.')
  }
  if (object === undefined || graph?.kind === 'literal') throw new Error('Not an RDF 1.1 quad.')
  return { subject, predicate, object, graph }
}

function nodeOf(term: { readonly kind: 'iri' | 'blank'; readonly value: string }) {
  return term.kind === 'iri' ? oxigraph.namedNode(term.value) : oxigraph.blankNode(term.value)
}

function termOf(term: Term) {
  if (term.kind !== 'literal') return nodeOf(term)
  return oxigraph.literal(
    term.value,
    term.language === '' ? oxigraph.namedNode(term.datatype) : term.language,
  )
}

function readTerm(term: OxigraphTerm): Term {
  switch (term.termType) {
    case 'NamedNode':
      return iri(term.value)
    case 'BlankNode':
      return blank(term.value)
    case 'Literal':
      return 'language' in term && term.language !== ''
        ? languageString(term.value, term.language)
        : literal(term.value, 'datatype' in term ? term.datatype.value : undefined)
    default:
      throw new Error(`Not an RDF 1.1 term: ${term.termType}`)
  }
}

/** How the solutions of a query are put into the order in which answers are shaped. */
export interface SolutionOrder {
  readonly grouping: readonly string[]
  /** Place of a term among all terms, by {@link termKey}: the order of first insertion. */
  readonly insertion: ReadonlyMap<string, number>
  /** For the variables of root nodes: their places among each other, whatever their insertion. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Solutions with numbers for terms, sorted by the grouping variables one after the other, unbound last. */
export function orderedSolutions(
  rows: readonly ReadonlyMap<string, Term>[],
  { grouping, insertion, places }: SolutionOrder,
): Solutions {
  const sortedBy = [...new Set(grouping)]
  const variables = [...new Set([...sortedBy, ...rows.flatMap((row) => [...row.keys()])])]
  const numbers = new Map(insertion)
  const terms = new Map<number, Term>()
  const table = rows.map((row) =>
    variables.map((name): number | null => {
      const term = row.get(name)
      if (term === undefined) return null
      const key = termKey(term)
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      terms.set(number, term)
      return number
    }),
  )
  const place = (name: string, cell: number): number => {
    const term = terms.get(cell)
    return (term && places.get(name)?.get(termKey(term))) ?? 0
  }
  table.sort((a, b) => {
    for (const [column, name] of sortedBy.entries()) {
      const [left, right] = [a[column] ?? null, b[column] ?? null]
      if (left === right) continue
      if (left === null || right === null) return left === null ? 1 : -1
      return place(name, left) - place(name, right) || left - right
    }
    return 0
  })
  return {
    variables,
    batches: batchesOf(table),
    term(cell) {
      const term = typeof cell === 'number' ? terms.get(cell) : undefined
      if (term === undefined) throw new Error(`No term ${cell}.`)
      return term
    },
  }
}

async function* batchesOf(table: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield table
}

/** The order in which terms first appear in quads, by {@link termKey}. */
export function insertionOrder(quads: readonly Quad[]): ReadonlyMap<string, number> {
  const order = new Map<string, number>()
  for (const quad of quads) {
    for (const term of [quad.subject, quad.predicate, quad.object, quad.graph]) {
      if (term !== null && !order.has(termKey(term))) order.set(termKey(term), order.size)
    }
  }
  return order
}
