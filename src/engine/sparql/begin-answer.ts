import { writeRdf } from '../../rdf/write-rdf.ts'
import type { Query } from '../../sparql/query-form.ts'
import { writeBoolean, writeSolutions } from '../../sparql/results/write-solutions.ts'
import type { Store } from '../../store/store.ts'
import { type AnswerLimits, limitBatches, limitSolutions } from '../answer-limits.ts'
import type { Database } from '../database.ts'
import type { AnswerHead } from '../processes/sparql-orders.ts'
import type { ResultFormats, SparqlAnswer } from './sparql-request.ts'
import { startBatches } from './start-batches.ts'
import { startSolutions } from './start-solutions.ts'

/** What a query came to, as pieces of text that are still to be read. */
export type SparqlText =
  | { readonly kind: 'text'; readonly head: AnswerHead; readonly pieces: AsyncIterable<string> }
  | Extract<SparqlAnswer, { readonly kind: 'noFormat' }>

/** An answer whose first part is there. */
export interface BegunAnswer {
  readonly text: SparqlText
  /** Ends the query; needed where the pieces are never read. */
  stop(): Promise<void>
}

/** How a query is worked on, beside what it asks for. */
export interface SparqlSettings {
  readonly formats: ResultFormats
  readonly limits: AnswerLimits
  /** Triple patterns that a query with reasoning may come to. */
  readonly triplePatterns?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Begins to run a query of any form; its pieces run it on as they are read. */
export async function beginAnswer(
  store: Store,
  query: Query,
  { namespaces }: Database,
  { formats, limits, signal }: SparqlSettings,
): Promise<BegunAnswer> {
  switch (query.kind) {
    case 'select': {
      const format = formats.solutions
      if (format === undefined) return refused('solutions')
      const started = await startSolutions(store, query, signal)
      const solutions = limitSolutions(started, limits.rows)
      return {
        text: {
          kind: 'text',
          head: { kind: 'solutions', format },
          pieces: writeSolutions(format, solutions),
        },
        stop: () => started.stop(),
      }
    }
    case 'ask': {
      const format = formats.boolean
      if (format === undefined) return refused('boolean')
      const value = await store.ask(query, { signal })
      const pieces = onePiece(writeBoolean(format, value))
      return { text: { kind: 'text', head: { kind: 'boolean', format }, pieces }, stop: nothing }
    }
    case 'construct':
    case 'describe': {
      const format = formats.graph
      if (format === undefined) return refused('graph')
      const started = await startBatches(store.graph(query, { signal }))
      const pieces = writeRdf(limitBatches(started.batches, limits.rows), { format, namespaces })
      return { text: { kind: 'text', head: { kind: 'graph', format }, pieces }, stop: () => started.stop() }
    }
  }
}

/** What a query of a form makes. */
export function resultOf({ kind }: Query): keyof ResultFormats {
  switch (kind) {
    case 'select':
      return 'solutions'
    case 'ask':
      return 'boolean'
    case 'construct':
    case 'describe':
      return 'graph'
  }
}

function refused(makes: keyof ResultFormats): BegunAnswer {
  return { text: { kind: 'noFormat', makes }, stop: nothing }
}

async function nothing(): Promise<void> {}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}
