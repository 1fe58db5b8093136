import { isLoopbackName } from '../server/http/listen-address.ts'
import { askName, askPassword } from './ask-password.ts'
import { type CommandContext, type CommandOption, type Invocation, optionValue } from './command.ts'
import { UnreachableServer } from './http-exchange.ts'
import { optionalOperand } from './operands.ts'
import type { ServerAccess } from './server-access.ts'
import { serverName } from './server-name.ts'
import { caOption, homeOption, passwordInputOption } from './service-options.ts'
import { checkUserName, trustedAuthorities } from './sign-in.ts'
import { defaultServer, findServer, homeOf, serverUrl } from './target.ts'

/** The options of commands that ask for a user and a password. */
export const loginOptions: readonly CommandOption[] = [
  { name: 'user', value: 'NAME', summary: 'Who signs in; else ESPALIER_USER, else it is asked for' },
  passwordInputOption,
  caOption,
  homeOption,
]

/** A user of a server, and what shows that it is that user. */
export interface PasswordLogin {
  readonly server: URL
  readonly user: string
  readonly access: ServerAccess
}

/**
 * Who is to sign in to the server that the operand names, else to that which commands talk to: the user and the password, both of
 * which are asked for where they are not given. Warns where others could read the password on its way.
 *
 * @throws UsageError where one of them is missing; `UnreachableServer` where there is no server
 */
export async function askLogin(invocation: Invocation, context: CommandContext): Promise<PasswordLogin> {
  const given = optionalOperand(invocation)
  const server = given === undefined ? await findServer(invocation, context) : serverUrl(given)
  if (server === undefined) {
    const home = homeOf(invocation, context)
    throw new UnreachableServer(
      `No server runs on ${home}, and none was named, such as ${defaultServer.origin}.`,
    )
  }
  const { ESPALIER_USER: usual = '' } = context.environment
  const user =
    optionValue(invocation, 'user') ??
    (usual === '' ? await askName(`User of ${serverName(server)}`, 'user', context) : usual)
  checkUserName(user)
  if (server.protocol === 'http:' && !isLoopbackName(server.hostname)) {
    await context.terminal.error.write(
      `${server.origin} is not encrypted: who is between can read the password.\n`,
    )
  }
  const password = await askPassword(`Password of ${user} at ${serverName(server)}`, invocation, context)
  const credentials = { kind: 'password', user, password } as const
  return { server, user, access: { ...trustedAuthorities(invocation, context), credentials } }
}
