import { isLoopbackName } from '../../server/listen-address.ts'
import { askName, askPassword } from '../ask-password.ts'
import { type Command, optionValue } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { UnreachableServer } from '../http-exchange.ts'
import { oneLine } from '../one-line.ts'
import { optionalOperand } from '../operands.ts'
import { issueToken } from '../own-login.ts'
import { saveLogin } from '../saved-logins.ts'
import { serverName } from '../server-name.ts'
import { caOption, homeOption, passwordInputOption } from '../service-options.ts'
import { checkUserName, trustedAuthorities } from '../sign-in.ts'
import { defaultServer, findServer, homeOf, serverUrl } from '../target.ts'

/** `login` */
export const login: Command = {
  name: 'login',
  operands: '[URL]',
  summary: 'Sign in to a server, so that commands need no password for a week',
  details: [
    'Asks for the password without showing it, has the server issue a token, and keeps that for this URL in a file which only you',
    'may read. Without URL it is the server that commands talk to.',
  ],
  options: [
    { name: 'user', value: 'NAME', summary: 'Who signs in; else ESPALIER_USER, else it is asked for' },
    passwordInputOption,
    caOption,
    homeOption,
  ],
  async run(invocation, context) {
    const { environment, terminal } = context
    const given = optionalOperand(invocation)
    const server = given === undefined ? await findServer(invocation, context) : serverUrl(given)
    if (server === undefined) {
      const home = homeOf(invocation, context)
      throw new UnreachableServer(
        `No server runs on ${home}, and none was named, such as ${defaultServer.origin}.`,
      )
    }
    const { ESPALIER_USER: usual = '' } = environment
    const user =
      optionValue(invocation, 'user') ??
      (usual === '' ? await askName(`User of ${serverName(server)}`, 'user', context) : usual)
    checkUserName(user)
    if (server.protocol === 'http:' && !isLoopbackName(server.hostname)) {
      await terminal.error.write(`${server.origin} is not encrypted: who is between can read the password.\n`)
    }
    const password = await askPassword(`Password of ${user} at ${serverName(server)}`, invocation, context)
    const token = await issueToken(server, {
      ...trustedAuthorities(invocation, context),
      credentials: { kind: 'password', user, password },
    })
    saveLogin(server, { user, token }, environment)
    await terminal.error.write(`Signed in to ${serverName(server)} as ${oneLine(user)}.\n`)
    return exitCodes.ok
  },
}
