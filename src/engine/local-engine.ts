import { setImmediate as nextTurn } from 'node:timers/promises'
import { openDatabase } from '../store/sqlite/connection.ts'
import type { Answer, DocumentLimits, GraphQLRequest, RequestOptions } from './answer.ts'
import { answerRequest, explainRequest } from './answer-request.ts'
import type { Database } from './database.ts'
import type { Engine } from './engine.ts'
import { cancelledError, closedError, timeoutError } from './failures.ts'
import { loadSources } from './load-sources.ts'
import { createOpenStores, type OpenStore } from './open-store.ts'
import { createTurns } from './turns.ts'

/**
 * An engine that works in the calling process: time-outs and signals are looked at between pieces of an answer, and a
 * running statement cannot be interrupted.
 */
export function createLocalEngine(timeLimit: number, limits: Partial<DocumentLimits> = {}): Engine {
  const stores = createOpenStores()
  const turns = createTurns()
  let closed = false

  function take(database: Database): OpenStore {
    if (closed) throw closedError()
    return stores.take(database)
  }

  async function answer(
    database: Database,
    request: GraphQLRequest,
    options: RequestOptions,
  ): Promise<Answer> {
    options.signal?.throwIfAborted()
    const deadline = createDeadline(Math.min(options.timeout ?? timeLimit, timeLimit), options.signal)
    const text = await answerRequest(take(database), database, request, {
      limits,
      ...(options.form && { form: options.form }),
    })
    if (text.kind === 'errors') return text
    const chunks = encode(text.pieces, deadline)
    const first = await chunks.next()
    return { kind: 'data', chunks: first.done ? chunks : startingWith(first.value, chunks) }
  }

  return {
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
        explainRequest(take(database), database, request, options.profile === true, { limits })
      return database.kind === 'file' ? work() : turns.take(database.name, work)
    },

    load(database, sources, options = {}) {
      return turns.take(database.kind === 'file' ? `/${database.path}` : database.name, async () => {
        if (closed) throw closedError()
        if (options.signal?.aborted) throw cancelledError()
        const connection =
          database.kind === 'file' ? openDatabase(database.path) : stores.take(database).connection
        try {
          return await loadSources(connection, sources, database.namespaces, options)
        } catch (error) {
          throw options.signal?.aborted ? cancelledError() : error
        } finally {
          if (database.kind === 'file') connection.close()
        }
      })
    },

    async size(database) {
      const work = async (): Promise<number> => take(database).store.statistics()?.triples ?? 0
      return database.kind === 'file' ? work() : turns.take(database.name, work)
    },

    async release(database) {
      stores.release(database)
    },

    async close() {
      closed = true
      stores.close()
    },
  }
}

/** Throws when the time of a query is over, or nobody waits for it. */
type Deadline = () => void

function createDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const end = performance.now() + milliseconds
  return () => {
    if (signal?.aborted) throw cancelledError()
    if (performance.now() > end) throw timeoutError(milliseconds)
  }
}

async function* encode(pieces: AsyncIterable<string>, deadline: Deadline): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    deadline()
    yield Buffer.from(piece)
    // Timers and signals of the process get their turn during a long answer.
    await nextTurn()
  }
  deadline()
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return (async function* () {
    yield* all
  })()
}
