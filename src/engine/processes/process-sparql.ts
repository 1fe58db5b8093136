import type { AnswerLimits } from '../answer-limits.ts'
import type { OpenTransaction } from '../change/change.ts'
import type { Database } from '../database.ts'
import type { DatabaseEngine } from '../engine.ts'
import type { SparqlRequest } from '../sparql/sparql-request.ts'
import { orderedSteps } from './change-job.ts'
import type { Job } from './pool.ts'
import type { Call } from './running-call.ts'
import {
  type AnswerHead,
  type ExportWork,
  isAnswerHead,
  isNoFormat,
  isSparqlExplanation,
  type SparqlExplainWork,
  type SparqlWork,
  type WithinSteps,
} from './sparql-orders.ts'

/** Where the work on SPARQL is given to a process, which writes where the work is within a transaction. */
export interface SparqlProcesses<On extends Database> {
  run(database: On, job: Omit<Job, 'prepare'>, writes: boolean): Promise<Call>
  /** Milliseconds that a request may take which asks for this time. */
  timeout(asked: number | undefined): number
  readonly limits: AnswerLimits
  /** Triple patterns that a query with reasoning may come to. */
  readonly triplePatterns?: number | undefined
}

/** Milliseconds for an export until it is read: however slow its reader is, it does not keep a process for ever. */
const exportMilliseconds = 3_600_000

/** The part of an engine with processes that speaks SPARQL. */
export function processSparql<On extends Database>(
  processes: SparqlProcesses<On>,
): Pick<DatabaseEngine<On>, 'sparql' | 'explainSparql' | 'exportGraph'> {
  const { limits, triplePatterns } = processes

  return {
    async sparql(database, request, { formats, signal, timeout, within }) {
      const order: SparqlWork & { readonly database: On } = {
        database,
        sparql: bare(request),
        formats,
        limits,
        ...(triplePatterns !== undefined && { triplePatterns }),
        ...stepsOf(within),
      }
      let head: AnswerHead | undefined
      const job = {
        operation: 'sparql',
        argument: order,
        signal,
        timeout: processes.timeout(timeout),
        onProgress: (value: unknown) => {
          if (isAnswerHead(value)) head = value
        },
      }
      const call = await processes.run(database, job, within !== undefined)
      const begun = await call.begun
      if (head !== undefined) return { ...head, chunks: call.chunks }
      const value = begun === 'end' ? await call.result : undefined
      if (!isNoFormat(value)) throw new Error('A database process answered nothing.')
      return value
    },

    async explainSparql(database, request, { profile = false, signal, timeout, within } = {}) {
      const order: SparqlExplainWork & { readonly database: On } = {
        database,
        sparql: bare(request),
        profile,
        ...(triplePatterns !== undefined && { triplePatterns }),
        ...stepsOf(within),
      }
      const job = {
        operation: 'explainSparql',
        argument: order,
        signal,
        timeout: processes.timeout(timeout),
      }
      const call = await processes.run(database, job, within !== undefined)
      const value = await call.result
      if (!isSparqlExplanation(value)) throw new Error('A database process explained nothing.')
      return value
    },

    async exportGraph(database, format, { graph, unnamed = false, signal, within } = {}) {
      const order: ExportWork & { readonly database: On } = {
        database,
        format,
        unnamed,
        ...(graph === undefined ? {} : { graph }),
        ...stepsOf(within),
      }
      const job = { operation: 'export', argument: order, signal, timeout: exportMilliseconds }
      const call = await processes.run(database, job, within !== undefined)
      await call.begun
      return call.chunks
    },
  }
}

function stepsOf(within: OpenTransaction | undefined): Pick<WithinSteps, 'steps'> {
  return within === undefined ? {} : { steps: orderedSteps(within.steps) }
}

/** Only what a process needs of a request: its caller may have more in the object than can be sent. */
function bare(request: SparqlRequest): SparqlRequest {
  const { query, baseIri, defaultGraphs, namedGraphs, bindings, limit, offset, reasoning } = request
  return {
    query,
    ...(baseIri !== undefined && { baseIri }),
    ...(defaultGraphs !== undefined && { defaultGraphs }),
    ...(namedGraphs !== undefined && { namedGraphs }),
    ...(bindings !== undefined && { bindings: new Map(bindings) }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(reasoning !== undefined && { reasoning }),
  }
}
