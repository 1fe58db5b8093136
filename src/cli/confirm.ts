import { createInterface } from 'node:readline/promises'
import { type CommandContext, type CommandOption, flag, type Invocation, UsageError } from './command.ts'

/** The option that answers a question before it is asked. */
export const yesOption: CommandOption = { name: 'yes', short: 'y', summary: 'Do it without asking' }

/**
 * Asks a person whether to go on, where one is there; a program says so by `--yes`.
 *
 * @throws UsageError where nobody is there to ask, and nothing was said
 */
export async function confirmed(
  question: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<boolean> {
  if (flag(invocation, 'yes')) return true
  const { input, error } = context.terminal
  if (input.isTTY !== true || !error.interactive) {
    throw new UsageError('This cannot be undone: give --yes where nobody is there to be asked.')
  }
  await error.write(`${question} [y/N] `)
  const lines = createInterface({ input, signal: context.signal, terminal: false })
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/iu.test(line)
    return false
  } finally {
    lines.close()
    // Else the process waits for more of what is typed.
    input.pause()
  }
}
