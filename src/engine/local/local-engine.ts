import { defaultAnswerLimits } from '../answer-limits.ts'
import { stageStep } from '../change/stage-step.ts'
import { createTurns } from '../change/turns.ts'
import { createWritingStores } from '../change/writing-stores.ts'
import { countTriples } from '../count-triples.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { EmbeddedEngine, EngineOptions } from '../engine.ts'
import { cancelledError, closedError } from '../failures.ts'
import { remoteAccess } from '../federation/remote-access.ts'
import type { Answer, GraphQLRequest, RequestOptions } from '../graphql/answer.ts'
import { answerRequest, explainRequest } from '../graphql/answer-request.ts'
import { loadSources } from '../load-sources.ts'
import { createOpenStores, type OpenStore } from '../open-store.ts'
import type { LoadOptions } from '../rdf-source.ts'
import { tellingWarnings } from '../reasoning/told-warnings.ts'
import { checkSchema } from '../schemas/check-schema.ts'
import { makeSchema } from '../schemas/make-schema.ts'
import { createReadSchemas } from '../schemas/read-schemas.ts'
import { createDeadline, untilTimeout } from './deadline.ts'
import { collected, localChunks } from './local-chunks.ts'
import { localSparql } from './local-sparql.ts'
import { localUpkeep } from './local-upkeep.ts'

/**
 * An engine that works in the calling process: time-outs and signals are looked at between pieces of an answer, and a
 * running statement cannot be interrupted.
 */
export function createLocalEngine(
  timeLimit: number,
  {
    limits = {},
    answerLimits: givenLimits,
    remote,
    onWarnings,
  }: Pick<EngineOptions, 'limits' | 'answerLimits' | 'remote' | 'onWarnings'> = {},
): EmbeddedEngine {
  const answerLimits = { ...defaultAnswerLimits, ...givenLimits }
  const stores = createOpenStores(remoteAccess(remote), onWarnings && tellingWarnings(onWarnings))
  const writing = createWritingStores(stores)
  const schemas = createReadSchemas()
  const turns = createTurns()
  let closed = false

  const timeoutOf = (asked: number | undefined): number => Math.min(asked ?? timeLimit, timeLimit)

  function take(database: EmbeddedDatabase): OpenStore {
    if (closed) throw closedError()
    return stores.take(database).readableBy(database)
  }

  async function answer(
    database: EmbeddedDatabase,
    request: GraphQLRequest,
    options: RequestOptions,
  ): Promise<Answer> {
    options.signal?.throwIfAborted()
    const deadline = createDeadline(timeoutOf(options.timeout), options.signal)
    const text = await answerRequest(take(database), database, request, {
      limits,
      answerLimits,
      schema: schemas.reading(options.schema, database.namespaces),
      signal: options.signal,
      ...(options.form && { form: options.form }),
      ...(options.reasoning !== undefined && { reasoning: options.reasoning }),
    })
    if (text.kind === 'errors') return text
    return { kind: 'data', chunks: await localChunks(text.pieces, deadline, answerLimits.bytes) }
  }

  /** Does work that changes a database, when what was given before it is done. */
  function write<Result>(
    database: EmbeddedDatabase,
    { signal }: LoadOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return turns.take(database.kind === 'file' ? `/${database.path}` : database.name, async () => {
      if (closed) throw closedError()
      if (signal?.aborted) throw cancelledError()
      try {
        return await work()
      } catch (error) {
        throw signal?.aborted ? cancelledError() : error
      }
    })
  }

  const sparql = localSparql({
    take,
    inTurn: (database, signal, work) => write(database, signal === undefined ? {} : { signal }, work),
    within: (database, { steps }, signal, work) =>
      writing.read(database, steps, signal === undefined ? {} : { signal }, work),
    timeout: timeoutOf,
    limits: answerLimits,
    triplePatterns: limits.triplePatterns,
  })

  return {
    ...sparql,

    ...localUpkeep((database, signal, work) =>
      write(database, signal === undefined ? {} : { signal }, () => writing.use(database, work)),
    ),

    warm() {},

    async graphql(database, request, options = {}) {
      if (options.signal?.aborted) throw cancelledError()
      if (database.kind === 'file') return answer(database, request, options)
      // Loads share the connection: the answer is complete before another one begins.
      return turns.take(database.name, async () => {
        const result = await answer(database, request, options)
        return result.kind === 'errors' ? result : { kind: 'data', chunks: await collected(result.chunks) }
      })
    },

    async explain(database, request, options = {}) {
      const work = async () =>
        explainRequest(take(database), database, request, {
          limits,
          profile: options.profile === true,
          schema: schemas.reading(options.schema, database.namespaces),
          signal: options.signal,
          ...(options.reasoning !== undefined && { reasoning: options.reasoning }),
        })
      return database.kind === 'file' ? work() : turns.take(database.name, work)
    },

    async checkSchema({ namespaces }, text, { signal } = {}) {
      if (closed) throw closedError()
      if (signal?.aborted) throw cancelledError()
      return checkSchema(text, namespaces)
    },

    async generateSchema(database, origin, { signal, timeout } = {}) {
      if (signal?.aborted) throw cancelledError()
      const work = (): Promise<string> =>
        untilTimeout(timeoutOf(timeout), signal, (ending) =>
          makeSchema(take(database), database, origin, { signal: ending }),
        )
      return database.kind === 'file' ? work() : turns.take(database.name, work)
    },

    load: (database, sources, options = {}) =>
      write(database, options, () =>
        writing.use(database, ({ connection }) => loadSources(connection, sources, database, options)),
      ),

    change: (database, steps, options = {}) =>
      write(database, options, () => writing.change(database, steps, options)),

    async stage(database, step, file, options = {}) {
      if (closed) throw closedError()
      try {
        return await stageStep(step, file, database, options)
      } catch (error) {
        throw options.signal?.aborted ? cancelledError() : error
      }
    },

    async size(database) {
      const work = async (): Promise<number> => countTriples(take(database))
      return database.kind === 'file' ? work() : turns.take(database.name, work)
    },

    async release(database) {
      writing.release(database)
      stores.release(database)
    },

    async close() {
      closed = true
      writing.close()
      stores.close()
    },
  }
}
