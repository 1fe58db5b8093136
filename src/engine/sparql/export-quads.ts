import type { RdfFormat } from '../../rdf/formats.ts'
import { type BlankNode, iri, type NamedNode, type Quad, type Term } from '../../rdf/term.ts'
import { writeRdf } from '../../rdf/write-rdf.ts'
import {
  allGraphs,
  bgp,
  type Dataset,
  defaultGraph,
  everyGraph,
  filter,
  namedGraphs,
  type Operation,
  type SelectQuery,
  union,
  variable,
} from '../../sparql/algebra.ts'
import type { Cell, Solutions } from '../../sparql/solutions.ts'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import type { Database } from '../database.ts'
import { subjectParts, withSameBlankNodes } from '../endpoints/export-by-subject.ts'
import type { OpenStore } from '../open-store.ts'
import { startSolutions } from './start-solutions.ts'

/** What is exported, and how. */
export interface Export {
  readonly format: RdfFormat
  /** IRI of one graph, or the name of the default graph, of all named graphs, or of all. Absent: all. */
  readonly graph?: string
  /** The triples of one graph are written without its name, so that they can be read into another. */
  readonly unnamed?: boolean
  readonly signal?: AbortSignal | undefined
}

const triple = bgp([{ subject: variable('s'), predicate: variable('p'), object: variable('o') }])

/** A document of the quads of a database, or of one of its graphs, as they are at one moment. */
export async function exportPieces(
  { store }: OpenStore,
  database: Database,
  { format, graph, unnamed = false, signal }: Export,
): Promise<AsyncIterable<string>> {
  const hasGraphs = format === 'trig' || format === 'n-quads' || format === 'json-ld'
  const query = quadsQuery(graph, hasGraphs, unnamedTriples(database))
  const solutions = await startSolutions(store, query, signal, subjectParts(database, query))
  const isNamed = hasGraphs && !unnamed && graph !== undefined && !severalGraphs.has(graph)
  const quads = withSameBlankNodes(quadsOf(solutions, isNamed ? iri(graph) : null), database)
  return writeRdf(quads, { format, namespaces: database.namespaces })
}

const severalGraphs: ReadonlySet<string> = new Set([defaultGraph, namedGraphs, allGraphs, everyGraph])

/**
 * The triples of the default graph. Where that of an endpoint shows the union of all graphs, they are those which no named
 * graph has: it does not tell which of the others are in its default graph too. `undefined`: it has no graph without a name.
 */
function unnamedTriples(database: Database): Operation | undefined {
  if (database.kind !== 'remote' || database.endpoint.union !== 'default') return triple
  if (quirksOf(database.endpoint.engine).onlyNamedGraphs === true) return undefined
  const elsewhere: Operation = { kind: 'graph', name: variable('named'), operand: triple }
  return filter(triple, [{ kind: 'exists', negated: true, operand: elsewhere }])
}

function quadsQuery(
  graph: string | undefined,
  hasGraphs: boolean,
  unnamed: Operation | undefined,
): SelectQuery {
  const named: Operation = { kind: 'graph', name: variable('g'), operand: triple }
  // That of an endpoint by itself, which cannot be told to have no default graph.
  const own = { default: [defaultGraph], named: [namedGraphs] }
  switch (graph) {
    case undefined:
    case allGraphs:
    case everyGraph:
      return hasGraphs
        ? selectQuery(unnamed === undefined ? named : union([unnamed, named]), own)
        : selectQuery(triple, { default: [allGraphs], named: [] })
    case namedGraphs:
      return hasGraphs ? selectQuery(named, own) : selectQuery(triple, { default: [namedGraphs], named: [] })
    default:
      return selectQuery(triple, { default: [graph], named: [] })
  }
}

function selectQuery(operand: Operation, dataset: Dataset): SelectQuery {
  return { kind: 'select', dataset, operation: { kind: 'project', operand, variables: ['s', 'p', 'o', 'g'] } }
}

async function* quadsOf(solutions: Solutions, graph: NamedNode | null): AsyncGenerator<readonly Quad[]> {
  const columns = ['s', 'p', 'o', 'g'].map((name) => solutions.variables.indexOf(name))
  for await (const batch of solutions.batches) {
    yield batch.map((row) => {
      const [subject, predicate, object, named] = columns.map((column) => termOf(row[column], solutions))
      if (!isNode(subject) || predicate?.kind !== 'iri' || object === undefined) {
        throw new Error('The store has a quad that is none.')
      }
      return { subject, predicate, object, graph: isNode(named) ? named : graph }
    })
  }
}

function termOf(cell: Cell | undefined, solutions: Solutions): Term | undefined {
  return cell === undefined || cell === null ? undefined : solutions.term(cell)
}

function isNode(term: Term | undefined): term is NamedNode | BlankNode {
  return term !== undefined && term.kind !== 'literal'
}
