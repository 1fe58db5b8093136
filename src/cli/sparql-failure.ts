import { ServiceError } from '../errors.ts'
import { errorTable } from './error-table.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Output } from './terminal.ts'

/**
 * Does work on a SPARQL text. Where the text is malformed, a person is shown its line with a caret under the place that
 * the message names; a program gets the message alone.
 */
export async function showingPlace(
  source: string,
  output: Output,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'invalidQuery' || !output.interactive) throw error
    const [, line, column, message] = /^Line (\d+), column (\d+): (.*)$/su.exec(error.message) ?? []
    if (message === undefined) throw error
    const locations = [{ line: Number(line), column: Number(column) }]
    await output.write(errorTable([{ message, code: error.code, locations }], source, output.colour))
    return exitCodes.requestFailed
  }
}
