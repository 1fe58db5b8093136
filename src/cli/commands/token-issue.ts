import { askLogin, loginOptions } from '../ask-login.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { issueToken } from '../own-login.ts'

/** `token issue` */
export const tokenIssue: Command = {
  name: 'token issue',
  operands: '[URL]',
  summary: 'Have a server issue a token for a user, and print it',
  details: [
    'Asks for the password without showing it, where ESPALIER_PASSWORD does not have it, and prints nothing but the token. Whoever has the',
    'token is that user until it expires, or the user is removed, disabled or has another password. Without URL it is the server that',
    'commands talk to. Nothing is kept here: that is what "espalier login" is for.',
  ],
  options: loginOptions,
  async run(invocation, context) {
    const { server, access } = await askLogin(invocation, context)
    await context.terminal.out.write(`${await issueToken(server, access)}\n`)
    return exitCodes.ok
  },
}
