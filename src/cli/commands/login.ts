import { askLogin, loginOptions } from '../ask-login.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { issueToken } from '../own-login.ts'
import { saveLogin } from '../saved-logins.ts'
import { serverName } from '../server-name.ts'

/** `login` */
export const login: Command = {
  name: 'login',
  operands: '[URL]',
  summary: 'Sign in to a server, so that commands need no password for a week',
  details: [
    'Asks for the password without showing it, has the server issue a token, and keeps that for this URL in a file which only you',
    'may read. Without URL it is the server that commands talk to.',
  ],
  options: loginOptions,
  async run(invocation, context) {
    const { server, user, access } = await askLogin(invocation, context)
    const token = await issueToken(server, access)
    saveLogin(server, { user, token }, context.environment)
    await context.terminal.error.write(`Signed in to ${serverName(server)} as ${oneLine(user)}.\n`)
    return exitCodes.ok
  },
}
