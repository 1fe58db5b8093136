import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerChunks } from '../answer-chunks.ts'
import { cancelledError, timeoutError } from '../failures.ts'

/** Throws when the time of a query is over, or nobody waits for it. */
export type Deadline = () => void

/** A deadline from now. */
export function createDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const end = performance.now() + milliseconds
  return () => {
    if (signal?.aborted) throw cancelledError()
    if (performance.now() > end) throw timeoutError(milliseconds)
  }
}

/** Work that its signal ends, when its time is over or nobody waits for it. */
export async function untilTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const onAbort = (): void => ending.abort(cancelledError())
  const timer = setTimeout(() => ending.abort(timeoutError(milliseconds)), milliseconds)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await work(ending.signal)
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Text as the chunks of an answer, begun: the first one is there, or what kept it from being. */
export async function localChunks(
  pieces: AsyncIterable<string>,
  deadline: Deadline,
  mostBytes: number,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = answerChunks(untilDeadline(pieces, deadline), mostBytes)
  const first = await chunks.next()
  return first.done ? chunks : startingWith(first.value, chunks)
}

async function* untilDeadline(pieces: AsyncIterable<string>, deadline: Deadline): AsyncGenerator<string> {
  for await (const piece of pieces) {
    deadline()
    yield piece
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

/** All chunks, read to their end. */
export async function collected(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return (async function* () {
    yield* all
  })()
}
