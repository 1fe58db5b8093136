import { resolve } from 'node:path'
import type { KnownAccounts } from '../../authentication/explain/explain-account.ts'
import type { ExplainTokenParts } from '../../authentication/explain/explain-token.ts'
import type { TokenSettings } from '../../authentication/settings/token-settings.ts'
import { knownTokenKey } from '../../catalog/token-key.ts'
import { openHome } from '../../config/home.ts'
import { type Command, type CommandContext, type Invocation, optionValue, UsageError } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { leadingOperand } from '../operands.ts'
import { readSecret } from '../read-secret.ts'
import { accessOptions } from '../service-options.ts'
import { homeOf, openTarget } from '../target.ts'
import { tokenExplanationText } from '../token-explanation-text.ts'

/** `jwt explain` */
export const jwtExplain: Command = {
  name: 'jwt explain',
  operands: 'FILE [TOKEN|-]',
  summary: 'Say what a token would come to by a file of trusted issuers, and why',
  details: [
    'Prints a line for each step: what it looks at, "ok", "no" or "?" where that cannot be told, and what was found; at the end what comes of',
    'the token. It goes on after a step that fails: a token that is expired can be explained as well. Keys of issuers are fetched.',
    'The token is TOKEN; or, with "-", what the standard input has; without either the value of ESPALIER_TOKEN, else it is asked for. One',
    'that still holds is better not typed on a command line, where others see it.',
    'With --home users and roles of that home are looked up too, and tokens can be verified that it issued.',
  ],
  options: [
    { name: 'home', value: 'FOLDER', summary: 'Home folder whose users, roles and license count' },
    ...accessOptions,
  ],
  async run(invocation, context) {
    const { first: file, rest } = leadingOperand(invocation, 'FILE')
    const [given, extra] = rest
    if (extra !== undefined) throw new UsageError(`Unexpected operand ${JSON.stringify(extra)}.`)
    const unused = accessOptions.find(({ name }) => optionValue(invocation, name) !== undefined)
    if (unused !== undefined && optionValue(invocation, 'home') === undefined)
      throw new UsageError(`--${unused.name} is of use with --home only.`)
    // Loaded where it is needed only: every command is listed.
    const { loadTokenSettings } = await import('../../authentication/settings/load-token-settings.ts')
    const { settings } = loadTokenSettings(resolve(context.directory, file))
    const token = await readToken(given, context)
    const { explainToken } = await import('../../authentication/explain/explain-token.ts')
    const explanation = await explainToken(token, await partsOf(settings, invocation, context))
    await context.terminal.out.write(tokenExplanationText(explanation, context.terminal.out))
    return codes[explanation.verdict.outcome]
  },
}

const codes: Readonly<Record<'holds' | 'fails' | 'unknown', ExitCode>> = {
  holds: exitCodes.ok,
  fails: exitCodes.requestFailed,
  unknown: exitCodes.serviceFailed,
}

/** A token as it was given, without what people copy along with it. */
async function readToken(given: string | undefined, context: CommandContext): Promise<string> {
  const { ESPALIER_TOKEN: known = '' } = context.environment
  const usual = given ?? (known === '' ? '-' : known)
  const text = usual === '-' ? await readSecret('Token', context) : usual
  const token = text.trim().replace(/^(?:authorization:\s*)?bearer\s+/iu, '')
  if (token === '') throw new UsageError('The token is empty.')
  return token
}

async function partsOf(
  { issuers, signer }: TokenSettings,
  invocation: Invocation,
  context: CommandContext,
): Promise<ExplainTokenParts> {
  const { createDirectories } = await import('../../authentication/directory/create-directories.ts')
  const { homeSigner } = await import('../../authentication/tokens/home-signer.ts')
  const parts = { issuers, directories: createDirectories({ issuers }) }
  // Without a license the key is of no use, whatever it is.
  const unlicensed = { ...parts, signer: signer ?? homeSigner(new Uint8Array(32)) }
  if (optionValue(invocation, 'home') === undefined) return unlicensed
  // The token that is explained does not sign in, and the server is that of the home.
  const { ESPALIER_TOKEN: _token, ESPALIER_SERVER: _server, ...environment } = context.environment
  await using target = await openTarget(invocation, { ...context, environment })
  const users = new Map((await target.accounts.userList()).map((user) => [user.name, user]))
  const roles = new Map((await target.accounts.roleList()).map((role) => [role.name, role]))
  const accounts: KnownAccounts = { user: (name) => users.get(name), role: (name) => roles.get(name) }
  const { folder, license } = openHome(homeOf(invocation, context))
  if (signer !== undefined) return { ...parts, accounts, signer, license }
  const secret = knownTokenKey(folder)
  // A home without one has issued no tokens.
  if (secret === undefined) return { ...unlicensed, accounts }
  return { ...parts, accounts, signer: homeSigner(secret), license }
}
