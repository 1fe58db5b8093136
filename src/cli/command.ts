import type { ExitCode } from './exit-codes.ts'
import type { Environment, Terminal } from './terminal.ts'

/** An option of a command, as it is parsed and as `--help` lists it. */
export interface CommandOption {
  /** Without the dashes. */
  readonly name: string
  /** The one letter that stands for it after a single dash. */
  readonly short?: string
  /** What stands for its value in the help; without it the option is a flag. */
  readonly value?: string
  /** Whether it may be given several times. */
  readonly multiple?: boolean
  readonly summary: string
}

/** What was typed after a command's name, checked against its options. */
export interface Invocation {
  readonly operands: readonly string[]
  /** Option name → its values in order; a flag that was given has none. */
  readonly options: ReadonlyMap<string, readonly string[]>
}

/** What a command works in. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly environment: Environment
  /** Folder that relative paths start from. */
  readonly directory: string
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
  /** How a person calls the program from that folder: `espalier` or `bin/espalier`. */
  readonly program: string
}

/** One command of the program. */
export interface Command {
  /** Its words: `db create`. */
  readonly name: string
  /** What follows the name in the help: `NAME [FILE…]`. */
  readonly operands: string
  readonly summary: string
  /** Further lines of its help. */
  readonly details: readonly string[]
  readonly options: readonly CommandOption[]
  readonly run: (invocation: Invocation, context: CommandContext) => Promise<ExitCode>
}

/** A command line that cannot be carried out; nothing was tried. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whether the flag was given. */
export function flag(invocation: Invocation, name: string): boolean {
  return invocation.options.has(name)
}

/** The value of an option; the last one, where it was given several times. */
export function optionValue(invocation: Invocation, name: string): string | undefined {
  return invocation.options.get(name)?.at(-1)
}

/** All values of an option that may be given several times. */
export function optionValues(invocation: Invocation, name: string): readonly string[] {
  return invocation.options.get(name) ?? []
}
