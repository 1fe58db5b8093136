import { ServiceError } from '../../errors.ts'
import type { Quad, Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { type Dataset, defaultGraph, namedGraphs } from '../../sparql/algebra.ts'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import type { Store } from '../../store/store.ts'
import type { Database, RemoteDatabase } from '../database.ts'
import { queryRows, type RowsQuery } from './query-rows.ts'
import {
  blankQuery,
  type GraphsOneByOne,
  labelQuery,
  namedQuery,
  type Vocabulary,
  wholeQuery,
} from './vocabulary-queries.ts'

/** Triples of a vocabulary at most: ontologies have some tens of thousands. */
const mostTriples = 1_000_000

/** How much of a vocabulary is read. */
export interface VocabularyOptions {
  readonly signal?: AbortSignal | undefined
  /** Names of the graphs that it is in; absent: all of them. */
  readonly graphs?: readonly string[] | undefined
  /** Triples at most; a million unless given. */
  readonly most?: number
}

/**
 * The triples that an ontology (`owl`), a graph of shapes (`shacl`), or what can be inferred by (`axioms`) consists of, each
 * once: found by its predicates and classes, lists followed, so that the data around it are not read. Labels of the first two
 * come by a second query.
 *
 * Blank nodes are told apart by labels that hold for one answer of most endpoints. All triples with blank nodes come in one
 * answer; where the endpoint cuts that, they come by the IRIs that lead to them, several of which fit in an answer.
 *
 * @throws ServiceError `limitExceeded` for more triples than that
 */
export async function readVocabulary(
  open: { readonly store: Store },
  database: Database,
  vocabulary: Vocabulary,
  { signal, graphs, most = mostTriples }: VocabularyOptions = {},
): Promise<readonly Quad[]> {
  const collected = createTriples(vocabulary, most)
  const read = async (query: RowsQuery): Promise<void> => {
    for await (const row of queryRows(open, database, query, signal)) collected.add(row.slice(-3))
  }
  const ofGraphs = graphs === undefined ? {} : { dataset: { default: graphs, named: [] } }
  const { oneByOne, ...ofPaths } = placeOfPaths(database, graphs)
  const hasStableLabels =
    database.kind === 'remote' && quirksOf(database.endpoint.engine).blankNodeIri !== undefined
  try {
    await read({
      sparql: wholeQuery(vocabulary, oneByOne),
      ...ofPaths,
      ...(hasStableLabels && { node: 's' }),
    })
  } catch (error) {
    if (!isLimit(error) || database.kind !== 'remote' || collected.isFull()) throw error
    collected.clear()
    await read({ sparql: namedQuery(vocabulary), ...ofGraphs, node: 's' })
    await read({ sparql: blankQuery(vocabulary, oneByOne), ...ofPaths, node: 'root' }).catch(
      (cut: unknown) => {
        throw isLimit(cut) && !collected.isFull() ? tooManyBlank(database, vocabulary, cut) : cut
      },
    )
  }
  const labels = labelQuery(vocabulary)
  if (labels !== undefined) await read({ sparql: labels, ...ofGraphs, node: 's' })
  return collected.quads()
}

/**
 * What paths are asked of. Where the union of graphs has no name that is each of them by itself: the blank nodes of a list are in
 * one graph.
 */
function placeOfPaths(
  database: Database,
  graphs: readonly string[] | undefined,
): { readonly oneByOne?: GraphsOneByOne; readonly dataset?: Dataset } {
  const isByGraph = database.kind === 'remote' && database.endpoint.union === 'graphs'
  const own = { default: [defaultGraph], named: [namedGraphs] }
  if (graphs === undefined) {
    return isByGraph ? { oneByOne: { hasDefault: true, named: 'all' }, dataset: own } : {}
  }
  const iris = graphs.filter((name) => name !== defaultGraph && name !== namedGraphs)
  if (!isByGraph || iris.length === graphs.length) return { dataset: { default: graphs, named: [] } }
  const named = graphs.includes(namedGraphs) ? 'all' : iris
  return { oneByOne: { hasDefault: graphs.includes(defaultGraph), named }, dataset: own }
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

function createTriples(vocabulary: Vocabulary, most: number): Triples {
  const triples = new Map<string, Quad>()
  return {
    add([subject, predicate, object]) {
      if (predicate?.kind !== 'iri' || object === undefined) return
      if (subject === undefined || subject.kind === 'literal') return
      const key = JSON.stringify([subject, predicate, object].map(termKey))
      triples.set(key, { subject, predicate, object, graph: null })
      if (triples.size > most) throw tooManyTriples(vocabulary, most)
    },
    isFull: () => triples.size > most,
    clear: () => triples.clear(),
    quads: () => [...triples.values()],
  }
}

function tooManyTriples(vocabulary: Vocabulary, most: number): ServiceError {
  const advice =
    vocabulary === 'axioms'
      ? 'and reasoning goes by that many at most. Name the graphs that the ontology is in by the option reasoning.schema.graphs, or ask without reasoning.'
      : 'and a schema is generated of that many at most.'
  return new ServiceError(
    'limitExceeded',
    `The vocabulary of the data has more than ${most.toLocaleString('en')} triples, ${advice}`,
  )
}

function tooManyBlank({ name }: RemoteDatabase, vocabulary: Vocabulary, cause: ServiceError): ServiceError {
  const otherwise = vocabulary === 'axioms' ? 'ask without reasoning' : 'write the schema by hand'
  return new ServiceError(
    'limitExceeded',
    `Database "${name}": an IRI of its vocabulary leads to more blank nodes than one answer of the endpoint holds, and their labels hold for one answer only. Raise the limit of rows of the endpoint, or ${otherwise}.`,
    { detail: cause.message, cause },
  )
}
