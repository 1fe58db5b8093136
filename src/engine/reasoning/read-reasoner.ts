import { createHash } from 'node:crypto'
import { owl } from '../../rdf/vocabulary-terms.ts'
import type { ReadAxioms } from '../../reasoning/axiom.ts'
import { createReasoner } from '../../reasoning/create-reasoner.ts'
import { readAxioms } from '../../reasoning/read/read-axioms.ts'
import type { Reasoner } from '../../reasoning/reasoner.ts'
import type { Store } from '../../store/store.ts'
import type { Database } from '../database.ts'
import { readVocabulary } from '../schemas/read-vocabulary.ts'

/** Triples of the vocabulary behind an endpoint: what is made of more would keep the queries of other databases waiting. */
const mostRemoteTriples = 100_000

/**
 * Reads the vocabulary of a database as it is now, and makes a reasoner of it.
 *
 * @throws ServiceError `limitExceeded` for more than a million triples, or 100,000 of an endpoint; what asking the store throws
 */
export async function readReasoner(
  store: Store,
  database: Database,
  signal: AbortSignal | undefined,
): Promise<Reasoner> {
  const { namespaces, reasoning: { schemaGraphs, sameAs = false } = {} } = database
  const most = database.kind === 'remote' ? mostRemoteTriples : undefined
  const triples = await readVocabulary({ store }, database, 'axioms', {
    signal,
    graphs: schemaGraphs,
    ...(most !== undefined && { most }),
  })
  const read = readAxioms(triples, namespaces, { sameAs })
  // What walks a hierarchy in the data is for our own store: other engines are asked for its names.
  const isWholeVocabulary = schemaGraphs === undefined && database.kind !== 'remote'
  const isEquality = sameAs && mayHaveEquals(store, read)
  const id = idOf(read, [sameAs, isEquality, isWholeVocabulary])
  return createReasoner(read, { id, sameAs: isEquality, isWholeVocabulary })
}

/** Whether some node may equal another: where no triple says so, and none can be inferred, equality costs queries nothing. */
function mayHaveEquals(store: Store, { axioms }: ReadAxioms): boolean {
  const statistics = store.statistics()
  if (statistics === undefined || (statistics.predicate(owl.sameAs)?.triples ?? 0) > 0) return true
  return axioms.some((axiom) => JSON.stringify(axiom).includes(JSON.stringify(owl.sameAs)))
}

/** The same for the same axioms: blank nodes are called otherwise whenever an endpoint is asked. */
function idOf({ axioms, unsupported }: ReadAxioms, settings: readonly boolean[]): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const one of [...axioms, ...unsupported].map((axiom) => JSON.stringify(axiom)).toSorted()) {
    hash.update('\n').update(one)
  }
  return hash.digest('base64url')
}
