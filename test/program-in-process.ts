import { tmpdir } from 'node:os'
import { PassThrough } from 'node:stream'
import { commands } from '../src/cli/commands.ts'
import { runProgram } from '../src/cli/run-program.ts'
import type { Environment, Output } from '../src/cli/terminal.ts'

/** Around a command line. */
export interface ProgramContext {
  readonly environment: Environment
  /** Where it runs; absent: in a folder without a home. */
  readonly directory?: string
  /** What is on the standard input, or is typed. */
  readonly input?: string
  /** Whether a person types it. */
  readonly typed?: boolean
}

/** What a command line came to. */
export interface ProgramResult {
  readonly code: number
  readonly out: string
  readonly error: string
  /** Whether the terminal was told to be raw or not, in order. */
  readonly raw: readonly boolean[]
}

/** Runs a command line in this process, as a program would that reads its output: a process for each takes a third of a second. */
export async function runInProcess(
  words: readonly string[],
  { environment, directory = tmpdir(), input, typed = false }: ProgramContext,
): Promise<ProgramResult> {
  const printed: Record<'out' | 'error', Buffer[]> = { out: [], error: [] }
  const raw: boolean[] = []
  const output = (name: 'out' | 'error'): Output => ({
    interactive: typed,
    colour: false,
    columns: 80,
    write: async (piece) => {
      printed[name].push(Buffer.from(piece))
    },
  })
  // A keyboard does not end when somebody has typed something.
  const bytes = new PassThrough()
  if (input !== undefined) bytes.write(input)
  if (!typed || input === undefined) bytes.end()
  const keyboard = Object.assign(bytes, {
    isTTY: typed,
    setRawMode(mode: boolean) {
      raw.push(mode)
      return this
    },
  })
  const code = await runProgram(words, commands, {
    terminal: { input: keyboard, out: output('out'), error: output('error') },
    environment,
    directory,
    signal: new AbortController().signal,
    program: 'espalier',
  })
  const text = (name: 'out' | 'error'): string => Buffer.concat(printed[name]).toString()
  return { code, out: text('out'), error: text('error'), raw }
}
