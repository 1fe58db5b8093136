import { ServiceError } from '../../errors.ts'
import type { Quad, Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { defaultGraph, namedGraphs } from '../../sparql/algebra.ts'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import type { Database, RemoteDatabase } from '../database.ts'
import type { OpenStore } from '../open-store.ts'
import { queryRows, type RowsQuery } from './query-rows.ts'
import { blankQuery, labelQuery, namedQuery, type Vocabulary, wholeQuery } from './vocabulary-queries.ts'

/** Triples of a vocabulary at most: ontologies have some tens of thousands. */
const mostTriples = 1_000_000

/**
 * The triples of all graphs that an ontology (`owl`), or a graph of shapes (`shacl`), consists of, each once: found by its
 * predicates and classes, lists followed, so that the data around it are not read. Its labels come by a second query.
 *
 * Blank nodes are told apart by labels that hold for one answer of most endpoints. All triples with blank nodes come in one
 * answer; where the endpoint cuts that, they come by the IRIs that lead to them, several of which fit in an answer.
 *
 * @throws ServiceError `limitExceeded` for more than a million triples
 */
export async function readVocabulary(
  open: OpenStore,
  database: Database,
  vocabulary: Vocabulary,
  signal: AbortSignal | undefined,
): Promise<readonly Quad[]> {
  const collected = createTriples()
  const read = async (query: RowsQuery): Promise<void> => {
    for await (const row of queryRows(open, database, query, signal)) collected.add(row.slice(-3))
  }
  // Paths are asked of graphs one by one where their union has no name: the blank nodes of a list are in one graph.
  const isByGraph = database.kind === 'remote' && database.endpoint.union === 'graphs'
  const dataset = isByGraph ? { dataset: { default: [defaultGraph], named: [namedGraphs] } } : {}
  const hasStableLabels =
    database.kind === 'remote' && quirksOf(database.endpoint.engine).blankNodeIri !== undefined
  try {
    await read({
      sparql: wholeQuery(vocabulary, isByGraph),
      ...dataset,
      ...(hasStableLabels && { node: 's' }),
    })
  } catch (error) {
    if (!isLimit(error) || database.kind !== 'remote' || collected.isFull()) throw error
    collected.clear()
    await read({ sparql: namedQuery(vocabulary), node: 's' })
    await read({ sparql: blankQuery(vocabulary, isByGraph), ...dataset, node: 'root' }).catch(
      (cut: unknown) => {
        throw isLimit(cut) && !collected.isFull() ? tooManyBlank(database, cut) : cut
      },
    )
  }
  await read({ sparql: labelQuery(vocabulary), node: 's' })
  return collected.quads()
}

function isLimit(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'limitExceeded'
}

/** Triples in the making, each once. */
interface Triples {
  add(terms: readonly (Term | undefined)[]): void
  isFull(): boolean
  clear(): void
  quads(): readonly Quad[]
}

function createTriples(): Triples {
  const triples = new Map<string, Quad>()
  return {
    add([subject, predicate, object]) {
      if (predicate?.kind !== 'iri' || object === undefined) return
      if (subject === undefined || subject.kind === 'literal') return
      const key = JSON.stringify([subject, predicate, object].map(termKey))
      triples.set(key, { subject, predicate, object, graph: null })
      if (triples.size > mostTriples) throw tooManyTriples()
    },
    isFull: () => triples.size > mostTriples,
    clear: () => triples.clear(),
    quads: () => [...triples.values()],
  }
}

function tooManyTriples(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `The vocabulary of the data has more than ${mostTriples.toLocaleString('en')} triples, and a schema is generated of that many at most.`,
  )
}

function tooManyBlank({ name }: RemoteDatabase, cause: ServiceError): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `Database "${name}": an IRI of its vocabulary leads to more blank nodes than one answer of the endpoint holds, and their labels hold for one answer only. Raise the limit of rows of the endpoint, or write the schema by hand.`,
    { detail: cause.message, cause },
  )
}
