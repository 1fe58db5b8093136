import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerChunks } from '../answer-chunks.ts'
import type { Deadline } from './deadline.ts'

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
