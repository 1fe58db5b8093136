import { ServiceError } from '../errors.ts'
import { type Command, type CommandContext, UsageError } from './command.ts'
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts'
import { helpText } from './help.ts'
import { UnreachableServer } from './http-exchange.ts'
import { packageVersion } from './package-folder.ts'
import { parseArguments } from './parse-arguments.ts'
import { styled } from './terminal.ts'

/** Runs one command line to its exit code; every failure is told in one message on the error output. */
export async function runProgram(
  words: readonly string[],
  commands: readonly Command[],
  context: CommandContext,
): Promise<ExitCode> {
  try {
    const parsed = parseArguments(words, commands)
    switch (parsed.kind) {
      case 'version':
        await context.terminal.out.write(`${packageVersion()}\n`)
        return exitCodes.ok
      case 'help':
        await context.terminal.out.write(helpText(parsed.topic, commands))
        return exitCodes.ok
      case 'command':
        return await parsed.command.run(parsed.invocation, context)
    }
  } catch (error) {
    if (context.signal.aborted) {
      return context.signal.reason === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
    }
    return tell(error, context)
  }
}

async function tell(error: unknown, context: CommandContext): Promise<ExitCode> {
  const { error: output } = context.terminal
  const { message, code } = failureOf(error)
  const hint = error instanceof UsageError ? `Try ${context.program} --help.\n` : ''
  await output.write(`${styled('espalier:', 'red', output.colour)} ${message}\n${hint}`)
  return code
}

function failureOf(error: unknown): { readonly message: string; readonly code: ExitCode } {
  if (error instanceof UsageError) return { message: error.message, code: exitCodes.usage }
  if (error instanceof ServiceError) {
    const detail = error.detail === undefined ? '' : `\n${error.detail}`
    return { message: `${error.message}${detail}`, code: exitCodeOf(error.kind) }
  }
  if (error instanceof UnreachableServer) return { message: error.message, code: exitCodes.serviceFailed }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message: `This is a bug of Espalier. ${stack}`, code: exitCodes.serviceFailed }
}
