import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { RunningQuery } from '../administration-service.ts'
import { createUserTurns, type TurnLimits } from '../sign-in/user-turns.ts'
import { outcomeOf, type QueryOutcome } from './query-outcome.ts'

/** What runs: the values of {@link RunningQuery.kind}. */
export const queryKinds = ['graphql', 'sparql', 'update', 'export'] as const

/** One of {@link queryKinds}. */
export type QueryKind = (typeof queryKinds)[number]

/** What is told of a query while it runs. */
export interface QueryDescription extends Pick<RunningQuery, 'kind' | 'database' | 'text'> {
  readonly user?: string | undefined
  /** Whether it is done for a query that waits for it, and so takes no turn of its own. */
  readonly isPart?: boolean
}

/**
 * The queries, changes and exports that are being carried out, each from when it comes until the
 * last byte of its answer is read. Those of one user beyond a limit wait for their turn. Every face of the service registers its work here by {@link RunningQueries.answer}
 * or {@link RunningQueries.work}; administration lists it and ends it.
 */
export interface RunningQueries {
  /** Oldest first. */
  list(): readonly RunningQuery[]
  /**
   * Ends a query: whoever waits for it gets `queryCancelled`, or a cut answer where it has begun.
   *
   * @throws ServiceError `queryUnknown`
   */
  kill(id: string): void
  /** How many wait for others of the same user. */
  waiting(): number
  /** Resolves when nothing runs on a database. */
  whenIdle(database: string): Promise<void>
  /** Carries out work that is over when its promise settles; its signal aborts when `signal` does, and when it is killed. */
  work<Result>(
    description: QueryDescription,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>
  /** The same for work that comes to an answer, which is over when the answer's chunks end, if it has chunks. */
  answer<Answer extends object>(
    description: QueryDescription,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>
}

interface Entry {
  readonly query: Omit<RunningQuery, 'elapsedMilliseconds'>
  readonly begun: number
  readonly killed: AbortController
  /** Tells that its turn is over, once it has one. */
  over?: () => void
}

/**
 * No queries run.
 *
 * @param onEnd is told how each of them ended, and after how many milliseconds
 * @param limits how many of one user run at once; any number unless given
 */
export function createRunningQueries(
  onEnd: (kind: QueryKind, outcome: QueryOutcome, milliseconds: number) => void = () => {},
  limits: TurnLimits = { atOnce: Number.POSITIVE_INFINITY, waiting: 0 },
): RunningQueries {
  const entries = new Map<string, Entry>()
  const turns = createUserTurns(limits)
  const waiting: { readonly database: string; readonly resolve: () => void }[] = []

  const isIdle = (name: string): boolean =>
    [...entries.values()].every(({ query }) => query.database !== name)

  function leave(entry: Entry, outcome: QueryOutcome): void {
    const { query, begun } = entry
    if (!entries.delete(query.id)) return
    entry.over?.()
    onEnd(query.kind, outcome, performance.now() - begun)
    if (!isIdle(query.database)) return
    for (const { database, resolve } of waiting) if (database === query.database) resolve()
    waiting.splice(0, waiting.length, ...waiting.filter(({ database }) => database !== query.database))
  }

  function enter({ kind, database, text, user }: QueryDescription): Entry {
    const id = randomUUID()
    const by = user === undefined ? {} : { user }
    const query = { id, kind, database, text, ...by, started: new Date().toISOString() }
    const entry: Entry = { query, begun: performance.now(), killed: new AbortController() }
    entries.set(id, entry)
    return entry
  }

  /** Does the work of an entry when its turn has come. */
  async function inTurn<Result>(
    entry: Entry,
    { user, isPart = false }: QueryDescription,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (user !== undefined && !isPart) entry.over = await turns.take(user, signal)
    return work(signal)
  }

  function signalOf({ killed }: Entry, signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? killed.signal : AbortSignal.any([killed.signal, signal])
  }

  /** The chunks of an answer; not a generator, since one that is ended before its first chunk would not tell. */
  function untilRead(
    entry: Entry,
    chunks: AsyncIterable<Uint8Array>,
  ): AsyncIterableIterator<Uint8Array, undefined> {
    const inner = chunks[Symbol.asyncIterator]()
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      async next() {
        try {
          const next = await inner.next()
          if (next.done !== true) return next
          leave(entry, 'done')
          return { done: true, value: undefined }
        } catch (error) {
          const reason = reasonOf(entry, error)
          leave(entry, outcomeOf(reason))
          throw reason
        }
      },
      async return() {
        leave(entry, 'cancelled')
        await inner.return?.()
        return { done: true, value: undefined }
      },
    }
  }

  return {
    list: () =>
      [...entries.values()].map(({ query, begun }) => ({
        ...query,
        elapsedMilliseconds: Math.round(performance.now() - begun),
      })),

    kill(id) {
      const entry = entries.get(id)
      if (entry === undefined) throw new ServiceError('queryUnknown', `Query not found: ${id}`)
      entry.killed.abort()
    },

    waiting: () => turns.waiting(),

    whenIdle(database) {
      if (isIdle(database)) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ database, resolve })
      return promise
    },

    async work(description, signal, work) {
      const entry = enter(description)
      try {
        const result = await inTurn(entry, description, signalOf(entry, signal), work)
        leave(entry, 'done')
        return result
      } catch (error) {
        const reason = reasonOf(entry, error)
        leave(entry, outcomeOf(reason))
        throw reason
      }
    },

    async answer(description, signal, work) {
      const entry = enter(description)
      try {
        const answer = await inTurn(entry, description, signalOf(entry, signal), work)
        if (hasChunks(answer)) return { ...answer, chunks: untilRead(entry, answer.chunks) }
        leave(entry, 'refused')
        return answer
      } catch (error) {
        const reason = reasonOf(entry, error)
        leave(entry, outcomeOf(reason))
        throw reason
      }
    },
  }
}

function hasChunks(answer: object): answer is { readonly chunks: AsyncIterable<Uint8Array> } {
  return 'chunks' in answer
}

/** Why work failed: of a killed one whatever it says, that it was killed. */
function reasonOf({ killed }: Entry, error: unknown): unknown {
  if (!killed.signal.aborted) return error
  return new ServiceError('queryCancelled', 'The query was killed by an administrator.', { cause: error })
}
