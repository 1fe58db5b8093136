import { writeRdf } from '../../rdf/write-rdf.ts'
import type { Query } from '../../sparql/query-form.ts'
import { writeBoolean, writeSolutions } from '../../sparql/results/write-solutions.ts'
import { type AnswerLimits, limitBatches, limitSolutions } from '../answer-limits.ts'
import type { Database } from '../database.ts'
import { withServices } from '../federation/query-services.ts'
import type { OpenStore } from '../open-store.ts'
import type { AnswerHead } from '../processes/sparql-orders.ts'
import { readQuery } from './sparql-query.ts'
import type { ResultFormats, SparqlAnswer, SparqlRequest } from './sparql-request.ts'
import { startSolutions } from './start-solutions.ts'

/** What a query came to, as pieces of text that are still to be read. */
export type SparqlText =
  | { readonly kind: 'text'; readonly head: AnswerHead; readonly pieces: AsyncIterable<string> }
  | Extract<SparqlAnswer, { readonly kind: 'noFormat' }>

/** How a query is worked on, beside what it asks for. */
export interface SparqlSettings {
  readonly formats: ResultFormats
  readonly limits: AnswerLimits
  readonly signal?: AbortSignal | undefined
}

/** Begins to run a query of any form; its pieces run it on as they are read, and have to be read. */
export async function answerSparql(
  open: OpenStore,
  database: Database,
  request: SparqlRequest,
  { formats, limits, signal }: SparqlSettings,
): Promise<SparqlText> {
  const { store } = open
  const asked = readQuery(request, database)
  const makes = resultOf(asked)
  if (formats[makes] === undefined) return { kind: 'noFormat', makes }
  const query = await withServices(asked, open, signal)
  const running = { signal }
  switch (query.kind) {
    case 'select': {
      const format = formats.solutions
      if (format === undefined) return { kind: 'noFormat', makes: 'solutions' }
      const solutions = limitSolutions(await startSolutions(store, query, signal), limits.rows)
      return { kind: 'text', head: { kind: 'solutions', format }, pieces: writeSolutions(format, solutions) }
    }
    case 'ask': {
      const format = formats.boolean
      if (format === undefined) return { kind: 'noFormat', makes: 'boolean' }
      const value = await store.ask(query, running)
      return {
        kind: 'text',
        head: { kind: 'boolean', format },
        pieces: onePiece(writeBoolean(format, value)),
      }
    }
    case 'construct':
    case 'describe': {
      const format = formats.graph
      if (format === undefined) return { kind: 'noFormat', makes: 'graph' }
      const batches = limitBatches(store.graph(query, running), limits.rows)
      const { namespaces } = database
      return {
        kind: 'text',
        head: { kind: 'graph', format },
        pieces: writeRdf(batches, { format, namespaces }),
      }
    }
  }
}

function resultOf({ kind }: Query): keyof ResultFormats {
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

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}
