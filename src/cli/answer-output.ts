import type { Answer, RequestError } from '../engine/graphql/answer.ts'
import { errorTable } from './error-table.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { jsonPrinter } from './json-printer.ts'
import { shownChunks } from './shown-chunks.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints what a query came to: indented and coloured for a person, as it is for a program, always as it comes.
 *
 * @param source the text of the query, for the lines that errors point at
 */
export async function printAnswer(answer: Answer, source: string, terminal: Terminal): Promise<ExitCode> {
  if (answer.kind === 'errors') return printErrors(answer.errors, source, terminal)
  if (!terminal.out.interactive) {
    for await (const chunk of answer.chunks) await terminal.out.write(chunk)
    await terminal.out.write('\n')
    return exitCodes.ok
  }
  const printer = jsonPrinter(terminal.out.colour)
  const decoder = new TextDecoder()
  for await (const chunk of shownChunks(answer.chunks, terminal.out)) {
    await terminal.out.write(printer.push(decoder.decode(chunk, { stream: true })))
  }
  await terminal.out.write(printer.end())
  return exitCodes.ok
}

/** Prints the errors of a request: a table for a person, `{"errors": […]}` for a program that reads the output. */
export async function printErrors(
  errors: readonly RequestError[],
  source: string,
  terminal: Terminal,
): Promise<ExitCode> {
  if (!terminal.out.interactive) await terminal.out.write(`${JSON.stringify({ errors })}\n`)
  if (terminal.out.interactive || terminal.error.interactive) {
    const shown = errors.map((error) => ({
      message: error.message,
      code: error.extensions.code,
      locations: error.locations ?? [],
    }))
    await terminal.error.write(errorTable(shown, source, terminal.error.colour))
  }
  return exitCodes.requestFailed
}
