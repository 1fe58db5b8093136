import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Credentials } from '../authentication/authenticator.ts'
import { askPassword } from './ask-password.ts'
import { type CommandContext, flag, type Invocation, optionValue, UsageError } from './command.ts'
import { fileProblem } from './file-problem.ts'
import { savedLogin } from './saved-logins.ts'
import type { ServerAccess } from './server-access.ts'
import { serverName } from './server-name.ts'
import { passwordInputOption } from './service-options.ts'

/**
 * On whose behalf a command talks to a server. Who is named by `--user` signs in; else whom the environment names, by a password or
 * by a token; else who did last by `login`; else nobody.
 *
 * @throws UsageError where it is not clear, or a password is missing
 */
export async function serverAccess(
  server: URL,
  invocation: Invocation,
  context: CommandContext,
): Promise<ServerAccess> {
  const runAs = optionValue(invocation, 'run-as')
  if (runAs !== undefined && !/^[^\p{Cc}]+$/u.test(runAs)) {
    throw new UsageError('--run-as needs the name of a user.')
  }
  return {
    ...trustedAuthorities(invocation, context),
    ...(await shownCredentials(server, invocation, context)),
    ...(runAs === undefined ? {} : { runAs }),
  }
}

/** The certificates that a command trusts, where it says so. */
export function trustedAuthorities(
  invocation: Invocation,
  { environment, directory }: CommandContext,
): Pick<ServerAccess, 'authorities'> {
  const { ESPALIER_CACERT: known = '' } = environment
  const file = optionValue(invocation, 'cacert') ?? known
  if (file === '') return {}
  const path = resolve(directory, file)
  let authorities: string
  try {
    authorities = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--cacert: the file ${file} cannot be read: ${fileProblem(error)}.`)
  }
  if (authorities.includes('-----BEGIN CERTIFICATE-----')) return { authorities }
  throw new UsageError(`--cacert: ${file} has no certificate in the form PEM.`)
}

async function shownCredentials(
  server: URL,
  invocation: Invocation,
  context: CommandContext,
): Promise<Pick<ServerAccess, 'credentials' | 'advice'>> {
  const { environment, program } = context
  const { ESPALIER_USER: usual = '', ESPALIER_TOKEN: token = '', ESPALIER_PASSWORD: known = '' } = environment
  const named = optionValue(invocation, 'user')
  if (named === undefined && token !== '') {
    if (usual !== '') throw new UsageError('ESPALIER_USER and ESPALIER_TOKEN are both set: unset one.')
    if (!/^[!-~]+$/u.test(token)) throw new UsageError('ESPALIER_TOKEN has characters that no token has.')
    return { credentials: { kind: 'token', token }, advice: 'It is the one in ESPALIER_TOKEN.' }
  }
  const user = named ?? (usual === '' ? undefined : usual)
  const login = `"${program} login ${serverName(server)}"`
  if (user === undefined || known === '') {
    const saved = savedLogin(server, environment)
    if (saved !== undefined && (user === undefined || saved.user === user)) {
      const credentials: Credentials = { kind: 'token', token: saved.token }
      return { credentials, advice: `It is that of a login of ${saved.user}; sign in again by ${login}.` }
    }
  }
  if (user === undefined) return { advice: `Sign in by ${login}, or give --user.` }
  return {
    credentials: await passwordOf(user, server, invocation, context),
    ...(known === '' || flag(invocation, passwordInputOption.name)
      ? {}
      : { advice: `They are ${user} and the value of ESPALIER_PASSWORD.` }),
  }
}

/** Asks for a password of a server where the environment has none. */
async function passwordOf(
  user: string,
  server: URL,
  invocation: Invocation,
  context: CommandContext,
): Promise<Credentials> {
  checkUserName(user)
  const { ESPALIER_PASSWORD: known = '' } = context.environment
  if (known === '' && invocation.operands.includes('-') && context.terminal.input.isTTY !== true) {
    throw new UsageError(
      `The standard input has no room for the password of ${user} beside "-": set ESPALIER_PASSWORD, or sign in by "${context.program} login" first.`,
    )
  }
  const password = await askPassword(`Password of ${user} at ${serverName(server)}`, invocation, context)
  return { kind: 'password', user, password }
}

/**
 * Refuses a name that no user has: what comes before the first colon is the name in basic authentication.
 *
 * @throws UsageError
 */
export function checkUserName(user: string): void {
  if (user === '') throw new UsageError('--user needs the name of a user.')
  if (user.includes(':'))
    throw new UsageError(`No user is called ${JSON.stringify(user)}: names have no colon.`)
}
