import { askNewPassword, askPassword } from '../ask-password.ts'
import { type Command, type CommandContext, type Invocation, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { optionalOperand } from '../operands.ts'
import { issueToken, whoAmI } from '../own-login.ts'
import { savedLogin, saveLogin } from '../saved-logins.ts'
import { passwordInputOption, serviceOptions } from '../service-options.ts'
import { openTarget, type Target } from '../target.ts'

/** `user passwd` */
export const userPasswd: Command = {
  name: 'user passwd',
  operands: '[NAME]',
  summary: 'Change a password, your own where no user is named',
  details: [
    'The new one is that in ESPALIER_NEW_PASSWORD; else it is asked for without showing it. Your own present one is needed too, in',
    "ESPALIER_PASSWORD or asked for first; only superusers change another's. All tokens of the user end; a login that is kept is",
    'made anew.',
  ],
  options: [passwordInputOption, ...serviceOptions],
  async run(invocation, context) {
    const given = optionalOperand(invocation)
    await using target = await openTarget(invocation, context)
    const { server } = target
    const own = server === undefined ? undefined : await whoAmI(server.url, server.access)
    const name = given ?? own
    if (name === undefined) throw new UsageError('The operand NAME is missing.')
    const current = name === own ? await presentPassword(name, target, invocation, context) : undefined
    const password = await askNewPassword(`New password of ${oneLine(name)}`, invocation, context)
    await target.accounts.setPassword(name, password, current)
    await context.terminal.error.write(`Changed the password of ${oneLine(name)}.\n`)
    await renewLogin(name, password, target, context)
    return exitCodes.ok
  },
}

async function presentPassword(
  name: string,
  { server }: Target,
  invocation: Invocation,
  context: CommandContext,
): Promise<string> {
  const credentials = server?.access.credentials
  // Who signed in by it a moment ago need not tell it again.
  if (credentials?.kind === 'password' && credentials.user === name) return credentials.password
  return askPassword(`Present password of ${oneLine(name)}`, invocation, context)
}

/** The token of the login that is kept ended with the old password. */
async function renewLogin(
  user: string,
  password: string,
  { server }: Target,
  { environment }: CommandContext,
): Promise<void> {
  if (server === undefined || savedLogin(server.url, environment)?.user !== user) return
  const { runAs: _runAs, ...access } = server.access
  const token = await issueToken(server.url, { ...access, credentials: { kind: 'password', user, password } })
  saveLogin(server.url, { user, token }, environment)
}
