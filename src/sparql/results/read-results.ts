import { ServiceError } from '../../errors.ts'
import { createJsonReader } from './read-json.ts'
import { createXmlReader } from './read-xml.ts'
import { invalidResults, type ResultPart, type ResultReader } from './result-reader.ts'
import { createTermsMaker, type SolutionMaker } from './solution-maker.ts'

export type { ReadSolution } from './result-reader.ts'

/** Bytes of an answer that are held at once: one solution, at most. */
const mostHeld = 16 * 1024 * 1024

/** Bytes that are read at once, so that batches are of bounded size however the answer comes. */
const pieceBytes = 64 * 1024

/**
 * The parts of an answer in SPARQL Query Results JSON or XML, in the order in which they come, in batches; nothing else of
 * it is held. `name` is what errors call it.
 *
 * @throws ServiceError `remoteFailed` where it is none, or cut short; `limitExceeded` where one solution is very large.
 * Errors of `input` itself pass through.
 */
export function readResults(
  format: 'json' | 'xml',
  input: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<readonly ResultPart[]> {
  return readParts(format, createTermsMaker(), input, name)
}

/** The parts of an answer, its solutions as `maker` makes them; see {@link readResults}. */
export async function* readParts<Solution>(
  format: 'json' | 'xml',
  maker: SolutionMaker<Solution>,
  input: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<readonly ResultPart<Solution>[]> {
  const reader: ResultReader<Solution> = format === 'json' ? createJsonReader(maker) : createXmlReader(maker)

  function advance(step: () => readonly ResultPart<Solution>[]): readonly ResultPart<Solution>[] {
    try {
      return step()
    } catch (error) {
      throw invalidResults(name, error)
    }
  }

  for await (const bytes of input) {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const parts = advance(() => reader.push(bytes.subarray(at, at + pieceBytes)))
      if (reader.held() > mostHeld) throw tooLarge(name)
      if (parts.length > 0) yield parts
    }
  }
  const last = advance(() => reader.end())
  if (last.length > 0) yield last
}

function tooLarge(name: string): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `${name}: one solution of an answer can have ${mostHeld / 1024 / 1024} MiB at most.`,
  )
}
