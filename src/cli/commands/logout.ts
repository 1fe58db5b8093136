import { type Command, type CommandContext, flag, type Invocation, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { optionalOperand } from '../operands.ts'
import { forgetLogins } from '../saved-logins.ts'
import { serverName } from '../server-name.ts'
import { homeOption } from '../service-options.ts'
import { defaultServer, findServer, homeOf, isHomeNamed, serverUrl } from '../target.ts'

/** `logout` */
export const logout: Command = {
  name: 'logout',
  operands: '[URL]',
  summary: 'Forget the login for a server',
  details: ['Who has a copy of its token can use that until it expires, or the password is changed.'],
  options: [{ name: 'all', summary: 'Forget the logins for all servers' }, homeOption],
  async run(invocation, context) {
    const given = optionalOperand(invocation)
    const all = flag(invocation, 'all')
    if (all && given !== undefined) throw new UsageError('Give a URL, or --all, not both.')
    const named = given === undefined ? undefined : serverUrl(given)
    const server = all ? undefined : (named ?? (await usualServer(invocation, context)))
    const forgotten = forgetLogins(server, context.environment)
    const { error } = context.terminal
    for (const one of forgotten) await error.write(`Forgot the login for ${one}.\n`)
    if (forgotten.length === 0) {
      await error.write(
        server === undefined ? 'There are no logins.\n' : `There is no login for ${serverName(server)}.\n`,
      )
    }
    return exitCodes.ok
  },
}

/** The server that commands talk to, or would if it ran; that of a home which is named is not known before it runs. */
async function usualServer(invocation: Invocation, context: CommandContext): Promise<URL> {
  const found = await findServer(invocation, context)
  if (found !== undefined || !isHomeNamed(invocation, context)) return found ?? defaultServer
  throw new UsageError(
    `No server runs on ${homeOf(invocation, context)}: give the URL of the server, or --all.`,
  )
}
