import { isSecretOption } from '../config/database-options.ts'
import {
  type CommandContext,
  type CommandOption,
  type Invocation,
  optionValue,
  UsageError,
} from './command.ts'
import { environmentSecret, readSecret } from './read-secret.ts'

/** The options that say which endpoint a new database stands for. */
export const remoteOptions: readonly CommandOption[] = [
  {
    name: 'remote',
    value: 'QUERY_URL',
    summary: 'Make a name for this SPARQL endpoint; its data stay where they are',
  },
  { name: 'update-url', value: 'URL', summary: 'Where the endpoint takes SPARQL updates' },
  { name: 'graph-store-url', value: 'URL', summary: 'Where the endpoint speaks the Graph Store Protocol' },
  {
    name: 'remote-user',
    value: 'NAME',
    summary: `Name to give to the endpoint; its password is ESPALIER_REMOTE_PASSWORD, or typed, or on the standard input`,
  },
  {
    name: 'token-from',
    value: 'ENV',
    summary: 'Environment variable with the bearer token to give to the endpoint',
  },
]

/** Which option of a database each option of the command sets. */
const urls = [
  ['remote', 'remote.query.url'],
  ['update-url', 'remote.update.url'],
  ['graph-store-url', 'remote.graph.store.url'],
] as const

/**
 * The options of a database that a command line says its endpoint by, without secrets; none where it has no `--remote`.
 *
 * @throws UsageError
 */
export function remoteOperands(invocation: Invocation): Readonly<Record<string, string>> {
  const [user, token] = [optionValue(invocation, 'remote-user'), optionValue(invocation, 'token-from')]
  if (optionValue(invocation, 'remote') === undefined) {
    const alone = remoteOptions.find(({ name }) => optionValue(invocation, name) !== undefined)
    if (alone !== undefined) throw new UsageError(`--${alone.name} goes with --remote only.`)
    return {}
  }
  if (user !== undefined && token !== undefined) {
    throw new UsageError('Give --remote-user or --token-from, not both.')
  }
  const given = urls.flatMap(([option, name]) => {
    const value = optionValue(invocation, option)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(given), ...(user === undefined ? {} : { 'remote.user': user }) }
}

/** The secrets of a new database: read last, when all else that was typed is known to be right. */
export async function remoteSecrets(
  invocation: Invocation,
  context: CommandContext,
): Promise<Readonly<Record<string, string>>> {
  const [user, token] = [optionValue(invocation, 'remote-user'), optionValue(invocation, 'token-from')]
  if (token !== undefined) return { 'remote.token': environmentSecret(token, context) }
  if (user === undefined) return {}
  const { ESPALIER_REMOTE_PASSWORD: known = '' } = context.environment
  const password = known === '' ? await readSecret(`Password of ${user}`, context) : known
  return { 'remote.password': password }
}

/**
 * The option that a value of `--secret` names, and the environment variable that the secret is in; absent: it is typed.
 *
 * @throws UsageError where it is none
 */
export function secretOperand(text: string): { readonly name: string; readonly variable?: string } {
  const [name = '', ...rest] = text.split('=')
  if (!isSecretOption(name)) {
    throw new UsageError(`--secret takes remote.password or remote.token, not ${JSON.stringify(name)}.`)
  }
  return rest.length === 0 ? { name } : { name, variable: rest.join('=') }
}

/** The values of the secrets that `--secret` names, by their options. */
export async function secretValues(
  operands: readonly string[],
  context: CommandContext,
): Promise<Readonly<Record<string, string>>> {
  const values: [name: string, secret: string][] = []
  for (const { name, variable } of operands.map(secretOperand)) {
    const secret =
      variable === undefined ? await readSecret(name, context) : environmentSecret(variable, context)
    values.push([name, secret])
  }
  return Object.fromEntries(values)
}

/**
 * Refuses secrets among options as they are typed: whoever lists the processes would see them.
 *
 * @throws UsageError
 */
export function refuseTypedSecret(name: string, option: string, instead: string): void {
  if (!isSecretOption(name)) return
  throw new UsageError(
    `--${option} ${name}: a secret on a command line is seen by others. Give it by ${instead}.`,
  )
}
