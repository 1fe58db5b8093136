import { readParts } from './read-results.ts'
import { invalidResults } from './result-reader.ts'
import type { Row } from './row.ts'
import { createRowMaker } from './row-maker.ts'

/** What rows are wanted, and of whom. */
export interface RowOptions {
  /** What a row has, and in which order. Other variables of the answer are not looked at. */
  readonly variables: readonly string[]
  /** What errors call the answer. */
  readonly name: string
}

/**
 * The rows of an answer in SPARQL Query Results JSON or XML, as they come, in batches of bounded size: for each variable the
 * key of a term (`termKey`), or `null` where it is unbound. Blank nodes have the labels of the answer.
 *
 * @throws ServiceError `remoteFailed` where it is no answer of solutions, or cut short; `limitExceeded` where one solution
 * is very large. Errors of `input` itself pass through.
 */
export async function* readRows(
  format: 'json' | 'xml',
  input: AsyncIterable<Uint8Array>,
  { variables, name }: RowOptions,
): AsyncGenerator<readonly Row[]> {
  for await (const parts of readParts(format, createRowMaker(variables), input, name)) {
    for (const part of parts) {
      if (part.kind === 'boolean')
        throw invalidResults(name, new Error('It is a boolean, where solutions were asked for.'))
      if (part.kind === 'solutions') yield part.solutions
    }
  }
}
