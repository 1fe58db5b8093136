import type { CommandOption } from './command.ts'

/** The option of every command on one query that has inferred data count. */
export const reasoningOption: CommandOption = {
  name: 'reasoning',
  summary: 'Count what follows from the data by their vocabulary as if it were stated',
}
