import type { Term } from '../../rdf/term.ts'
import type { Cell, Solutions } from '../solutions.ts'
import type { SolutionsFormat } from './formats.ts'
import type { SolutionWriter } from './solution-writer.ts'
import { createCsvWriter } from './write-csv.ts'
import { createJsonWriter } from './write-json.ts'
import { createTsvWriter } from './write-tsv.ts'
import { createXmlWriter } from './write-xml.ts'

/** Characters of text, about, that are handed on at once. */
const pieceLength = 1 << 16

/**
 * The document of the solutions of a query, in pieces of about 64 Ki characters and never less than a whole solution;
 * memory does not grow with their number. A consumer that stops early ends the query.
 *
 * @throws ServiceError `unsupported` where the syntax has no way to write a term
 */
export async function* writeSolutions(format: SolutionsFormat, solutions: Solutions): AsyncGenerator<string> {
  const writer = createSolutionWriter(format)
  const termOf = (cell: Cell): Term | null => (cell === null ? null : solutions.term(cell))
  let text = writer.start(solutions.variables)
  let first = true
  for await (const batch of solutions.batches) {
    for (const row of batch) {
      text += writer.solution(row.map(termOf), first)
      first = false
      if (text.length < pieceLength) continue
      yield text
      text = ''
    }
  }
  yield text + writer.end()
}

/** The document of the answer of an ASK query. */
export function writeBoolean(format: SolutionsFormat, value: boolean): string {
  return createSolutionWriter(format).boolean(value)
}

function createSolutionWriter(format: SolutionsFormat): SolutionWriter {
  switch (format) {
    case 'json':
      return createJsonWriter()
    case 'xml':
      return createXmlWriter()
    case 'csv':
      return createCsvWriter()
    case 'tsv':
      return createTsvWriter()
  }
}
