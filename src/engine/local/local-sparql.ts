import { type AnswerLimits, noAnswerLimits } from '../answer-limits.ts'
import type { OpenTransaction } from '../change/change.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { EmbeddedEngine } from '../engine.ts'
import { cancelledError } from '../failures.ts'
import type { OpenStore } from '../open-store.ts'
import { answerSparql } from '../sparql/answer-sparql.ts'
import { explainSparql } from '../sparql/explain-sparql.ts'
import { exportPieces } from '../sparql/export-quads.ts'
import { createDeadline } from './deadline.ts'
import { collected, localChunks } from './local-chunks.ts'

/** What the work on SPARQL in the calling process needs of its engine. */
export interface LocalStores {
  /** What of a database is there for whoever asks. */
  take(database: EmbeddedDatabase): OpenStore
  /** Does work on a database when what was given before it is done. */
  inTurn<Result>(
    database: EmbeddedDatabase,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>
  /** Does work that reads a database as a transaction makes it. */
  within<Result>(
    database: EmbeddedDatabase,
    transaction: OpenTransaction,
    signal: AbortSignal | undefined,
    work: (open: OpenStore) => Promise<Result>,
  ): Promise<Result>
  /** Milliseconds that a request may take which asks for this time. */
  timeout(asked: number | undefined): number
  readonly limits: AnswerLimits
  /** Triple patterns that a query with reasoning may come to. */
  readonly triplePatterns?: number | undefined
}

/** What work reads, and what ends it. */
interface Reading {
  readonly signal?: AbortSignal
  readonly within?: OpenTransaction
}

/** The part of an engine in the calling process that speaks SPARQL. */
export function localSparql(
  stores: LocalStores,
): Pick<EmbeddedEngine, 'sparql' | 'explainSparql' | 'exportGraph'> {
  const { limits, triplePatterns } = stores

  async function reading<Result>(
    database: EmbeddedDatabase,
    { signal, within }: Reading,
    work: (open: OpenStore) => Promise<Result>,
  ): Promise<Result> {
    if (signal?.aborted) throw cancelledError()
    if (within !== undefined) {
      return stores.inTurn(database, signal, () => stores.within(database, within, signal, work))
    }
    if (database.kind === 'file') return work(stores.take(database))
    return stores.inTurn(database, signal, () => work(stores.take(database)))
  }

  /** Chunks that may be read after the next work on the database has begun: of a shared connection, all are read before. */
  async function readable(
    chunks: AsyncIterable<Uint8Array>,
    database: EmbeddedDatabase,
    { within }: Reading,
  ): Promise<AsyncIterable<Uint8Array>> {
    return database.kind === 'file' && within === undefined ? chunks : collected(chunks)
  }

  return {
    sparql: (database, request, options) =>
      reading(database, options, async (open) => {
        const { formats, signal } = options
        const deadline = createDeadline(stores.timeout(options.timeout), signal)
        const answer = await answerSparql(open, database, request, {
          formats,
          limits,
          triplePatterns,
          signal,
        })
        if (answer.kind === 'noFormat') return answer
        const chunks = await localChunks(answer.pieces, deadline, limits.bytes)
        return { ...answer.head, chunks: await readable(chunks, database, options) }
      }),

    explainSparql: (database, request, options = {}) =>
      reading(database, options, (open) =>
        explainSparql(open, database, request, {
          profile: options.profile === true,
          triplePatterns,
          signal: options.signal,
        }),
      ),

    exportGraph: (database, format, options = {}) =>
      reading(database, options, async (open) => {
        const { graph, unnamed = false, signal } = options
        const settings = { format, unnamed, signal, ...(graph === undefined ? {} : { graph }) }
        const deadline = createDeadline(Number.POSITIVE_INFINITY, signal)
        const pieces = await exportPieces(open, database, settings)
        const chunks = await localChunks(pieces, deadline, noAnswerLimits.bytes)
        return readable(chunks, database, options)
      }),
  }
}
