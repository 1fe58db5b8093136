import { type CommandContext, flag, type Invocation, UsageError } from './command.ts'
import { nextLine, readNewSecret, readSecretLine } from './read-secret.ts'
import { passwordInputOption } from './service-options.ts'

/**
 * The password that a user has: from the environment, or asked for; with `--password-stdin` asked for anyway.
 *
 * @throws UsageError where there is none
 */
export async function askPassword(
  what: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<string> {
  const variable = 'ESPALIER_PASSWORD'
  return (
    known(variable, invocation, context) ??
    (await readSecretLine(what, context, instead(variable, invocation)))
  )
}

/**
 * The password that a user is to have: from the environment, or asked for, on a terminal twice.
 *
 * @throws UsageError where there is none
 */
export async function askNewPassword(
  what: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<string> {
  const variable = 'ESPALIER_NEW_PASSWORD'
  return (
    known(variable, invocation, context) ??
    (await readNewSecret(what, context, instead(variable, invocation)))
  )
}

function known(
  variable: string,
  invocation: Invocation,
  { environment }: CommandContext,
): string | undefined {
  if (flag(invocation, passwordInputOption.name)) return undefined
  const value = environment[variable]
  return value === '' ? undefined : value
}

/** The variable that could have been set instead, where it would have been looked at. */
function instead(variable: string, invocation: Invocation): string | undefined {
  return flag(invocation, passwordInputOption.name) ? undefined : variable
}

/**
 * Asks for a name on a terminal; what is typed is shown.
 *
 * @throws UsageError where nobody is there to be asked
 */
export async function askName(what: string, option: string, context: CommandContext): Promise<string> {
  const { input, error } = context.terminal
  if (input.isTTY !== true || !error.interactive) throw new UsageError(`The option --${option} is missing.`)
  await error.write(`${what}: `)
  const name = await nextLine(what, input, context.signal)
  input.pause()
  if (name.trim() !== '') return name.trim()
  throw new UsageError(`${what}: nothing was given.`)
}
