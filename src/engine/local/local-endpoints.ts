import { inspectEndpoint } from '../../store/remote/inspect/inspect-endpoint.ts'
import { type AnswerLimits, defaultAnswerLimits, noAnswerLimits } from '../answer-limits.ts'
import type { ChangeReport, ChangeStep, OpenTransaction } from '../change/change.ts'
import { countTriples } from '../count-triples.ts'
import type { RemoteDatabase } from '../database.ts'
import { changeEndpoint } from '../endpoints/change-endpoint.ts'
import type { OpenEndpoint } from '../endpoints/open-endpoint.ts'
import { createOpenEndpoints } from '../endpoints/open-endpoints.ts'
import { remoteRefusal } from '../endpoints/remote-refusal.ts'
import { changeMilliseconds, healthMilliseconds, inspectionMilliseconds } from '../endpoints/time-limits.ts'
import type { EndpointEngine, EngineOptions } from '../engine.ts'
import { cancelledError, closedError, droppedError } from '../failures.ts'
import { remoteAccess } from '../federation/remote-access.ts'
import { answerRequest, explainRequest } from '../graphql/answer-request.ts'
import type { OpenStore } from '../open-store.ts'
import type { LoadOptions } from '../rdf-source.ts'
import { tellingWarnings } from '../reasoning/told-warnings.ts'
import { checkSchema } from '../schemas/check-schema.ts'
import { makeSchema } from '../schemas/make-schema.ts'
import { createReadSchemas } from '../schemas/read-schemas.ts'
import { answerSparql } from '../sparql/answer-sparql.ts'
import { explainSparql } from '../sparql/explain-sparql.ts'
import { exportPieces } from '../sparql/export-quads.ts'
import { createErrands, type Errand } from './errands.ts'
import { localChunks } from './local-chunks.ts'

/** What of the options of a request matters to how it is run. */
interface Asked {
  readonly signal?: AbortSignal
  readonly within?: OpenTransaction
  /** Whether it changes the database. */
  readonly changes?: boolean
}

/** An endpoint that is being asked. */
interface Asking {
  readonly open: OpenEndpoint
  readonly errand: Errand
}

/** Milliseconds for an export until it is read. */
const exportMilliseconds = 3_600_000

/** An engine that asks endpoints from the calling process. */
export function createLocalEndpoints(
  timeLimit: number,
  {
    limits = {},
    answerLimits: givenLimits,
    remote,
    onWarnings,
  }: Pick<EngineOptions, 'limits' | 'answerLimits' | 'remote' | 'onWarnings'> = {},
): EndpointEngine {
  const answerLimits: AnswerLimits = { ...defaultAnswerLimits, ...givenLimits }
  const endpoints = createOpenEndpoints(remoteAccess(remote), onWarnings && tellingWarnings(onWarnings))
  const schemas = createReadSchemas()
  const errands = createErrands()
  let closed = false

  const timeoutOf = (asked: number | undefined): number => Math.min(asked ?? timeLimit, timeLimit)

  /** Begins to ask an endpoint; whoever begins it ends it. */
  function begin(
    database: RemoteDatabase,
    { signal, within, changes = false }: Asked,
    timeout: number,
  ): Asking {
    if (closed) throw closedError()
    if (within !== undefined) throw remoteRefusal(database, 'transaction')
    const { open, done } = endpoints.hold(database)
    return {
      open,
      errand: errands.begin(`${changes ? 'change' : 'query'} ${database.name}`, {
        asked: open.client.label,
        signal,
        timeout,
        onOver: done,
      }),
    }
  }

  /** Asks an endpoint for something that is whole when it is there. */
  async function ask<Result>(
    database: RemoteDatabase,
    asked: Asked,
    timeout: number,
    work: (open: OpenEndpoint, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { open, errand } = begin(database, asked, timeout)
    try {
      return await errand.failing(work(open, errand.signal))
    } finally {
      errand.over()
    }
  }

  /** Asks an endpoint, on behalf of whoever asks, for what is there for them. */
  const read = <Result>(
    database: RemoteDatabase,
    asked: Asked,
    timeout: number,
    work: (open: OpenStore, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> =>
    ask(database, asked, timeout, (open, signal) => work(open.readableBy(database), signal))

  /** Asks an endpoint for an answer that is read afterwards, likewise. */
  async function answer<Head, Other>(
    database: RemoteDatabase,
    asked: Asked,
    { timeout, mostBytes }: { readonly timeout: number; readonly mostBytes: number },
    work: (
      open: OpenStore,
      signal: AbortSignal,
    ) => Promise<{ readonly head: Head; readonly pieces: AsyncIterable<string> } | { readonly other: Other }>,
  ): Promise<
    { readonly head: Head; readonly chunks: AsyncIterable<Uint8Array> } | { readonly other: Other }
  > {
    const { open, errand } = begin(database, asked, timeout)
    const { signal } = errand
    try {
      const begun = await errand.failing(work(open.readableBy(database), signal))
      if ('other' in begun) {
        errand.over()
        return begun
      }
      const chunks = await errand.failing(localChunks(begun.pieces, () => signal.throwIfAborted(), mostBytes))
      return { head: begun.head, chunks: errand.reading(chunks) }
    } catch (error) {
      errand.over()
      throw error
    }
  }

  const change = (
    database: RemoteDatabase,
    steps: readonly ChangeStep[],
    { signal: caller, onProgress }: LoadOptions = {},
  ): Promise<ChangeReport> =>
    ask(
      database,
      { changes: true, ...(caller && { signal: caller }) },
      changeMilliseconds,
      async (open, signal) => {
        try {
          return await changeEndpoint(open, database, steps, { signal, ...(onProgress && { onProgress }) })
        } finally {
          // Also where it failed: the endpoint may have done it nevertheless.
          endpoints.forgetVocabulary(database)
        }
      },
    )

  return {
    async graphql(database, request, options = {}) {
      const within = { timeout: timeoutOf(options.timeout), mostBytes: answerLimits.bytes }
      const { form, reasoning } = options
      const settings = {
        limits,
        answerLimits,
        ...(form && { form }),
        ...(reasoning !== undefined && { reasoning }),
      }
      const result = await answer(database, options, within, async (open, signal) => {
        const schema = schemas.reading(options.schema, database.namespaces)
        const text = await answerRequest(open, database, request, { ...settings, schema, signal })
        return text.kind === 'errors' ? { other: text } : { head: undefined, pieces: text.pieces }
      })
      return 'other' in result ? result.other : { kind: 'data', chunks: result.chunks }
    },

    explain: (database, request, options = {}) =>
      read(database, options, timeoutOf(options.timeout), (open, signal) =>
        explainRequest(open, database, request, {
          limits,
          profile: options.profile === true,
          schema: schemas.reading(options.schema, database.namespaces),
          signal,
          ...(options.reasoning !== undefined && { reasoning: options.reasoning }),
        }),
      ),

    async checkSchema({ namespaces }, text, { signal } = {}) {
      if (closed) throw closedError()
      if (signal?.aborted) throw cancelledError()
      return checkSchema(text, namespaces)
    },

    generateSchema: (database, origin, options = {}) =>
      read(database, options, timeoutOf(options.timeout), (open, signal) =>
        makeSchema(open, database, origin, { signal }),
      ),

    async sparql(database, request, options) {
      const { formats } = options
      const within = { timeout: timeoutOf(options.timeout), mostBytes: answerLimits.bytes }
      const result = await answer(database, options, within, async (open, signal) => {
        const text = await answerSparql(open, database, request, {
          formats,
          limits: answerLimits,
          triplePatterns: limits.triplePatterns,
          signal,
        })
        return text.kind === 'noFormat' ? { other: text } : text
      })
      return 'other' in result ? result.other : { ...result.head, chunks: result.chunks }
    },

    explainSparql: (database, request, options = {}) =>
      read(database, options, timeoutOf(options.timeout), (open, signal) =>
        explainSparql(open, database, request, {
          profile: options.profile === true,
          triplePatterns: limits.triplePatterns,
          signal,
        }),
      ),

    async exportGraph(database, format, options = {}) {
      const { graph, unnamed = false } = options
      const within = { timeout: exportMilliseconds, mostBytes: noAnswerLimits.bytes }
      const result = await answer<undefined, never>(database, options, within, async (open, signal) => {
        const settings = { format, unnamed, signal, ...(graph === undefined ? {} : { graph }) }
        return { head: undefined, pieces: await exportPieces(open, database, settings) }
      })
      if ('other' in result) throw new Error('An export came to something else.')
      return result.chunks
    },

    change,

    async load(database, sources, options) {
      const steps = sources.map((source): ChangeStep => ({ kind: 'add', source }))
      const { steps: _, removed: __, ...report } = await change(database, steps, options)
      return report
    },

    size: (database) => read(database, {}, timeLimit, countTriples),

    inspect: (database, options = {}) =>
      ask(database, options, options.timeout ?? inspectionMilliseconds, ({ client }, signal) =>
        inspectEndpoint(client, { signal }),
      ),

    health: (database, options = {}) =>
      ask(database, options, options.timeout ?? healthMilliseconds, ({ client }, signal) =>
        client.health({ signal }),
      ),

    async release(database, reason = droppedError()) {
      errands.end(reason, `change ${database.name}`)
      endpoints.release(database)
    },

    async close() {
      closed = true
      errands.end(closedError())
      await endpoints.close()
    },
  }
}
