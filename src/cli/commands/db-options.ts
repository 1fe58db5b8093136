import { nearestName } from '../../rdf/nearest-name.ts'
import { type Command, optionValues, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { leadingOperand } from '../operands.ts'
import { pairsOf } from '../option-values.ts'
import { refuseTypedSecret, secretOperand, secretValues } from '../remote-operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'
import { type Output, styled } from '../terminal.ts'

/** `db options` */
export const dbOptions: Command = {
  name: 'db options',
  operands: 'DB [NAME…]',
  summary: 'Print the options of a database, or set some',
  details: [
    'Prints NAME=VALUE lines, of one NAME its value alone; lists have commas between their members.',
    'What is set is set all together, or not at all; nothing is printed then.',
  ],
  options: [
    {
      name: 'set',
      value: 'NAME=VALUE',
      multiple: true,
      summary: 'Set an option, such as query.timeout=10s; may be repeated',
    },
    {
      name: 'reset',
      value: 'NAME',
      multiple: true,
      summary: 'Set an option back to its default; may be repeated',
    },
    {
      name: 'secret',
      value: 'NAME[=ENV]',
      multiple: true,
      summary: 'Set a secret to what is typed, or on the standard input, or in an environment variable',
    },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const { first, rest: names } = leadingOperand(invocation, 'DB')
    const set = pairsOf(invocation, 'set')
    const reset = optionValues(invocation, 'reset')
    for (const [name] of set) refuseTypedSecret(name, 'set', `--secret ${name}`)
    const secrets = optionValues(invocation, 'secret')
    const changed = [
      ...set.map(([name]) => name),
      ...reset,
      ...secrets.map((text) => secretOperand(text).name),
    ]
    const twice = changed.find((name, index) => changed.indexOf(name) < index)
    if (twice !== undefined) throw new UsageError(`--set, --reset and --secret name ${twice} more than once.`)
    if (changed.length > 0 && names.length > 0) {
      throw new UsageError('Give the options to print, or --set, --reset and --secret, not both.')
    }
    const changes = {
      ...Object.fromEntries(set),
      ...Object.fromEntries(reset.map((name) => [name, null])),
      ...(await secretValues(secrets, context)),
    }
    await using target = await openDatabaseTarget(first, invocation, context)
    if (changed.length > 0) {
      await target.administration.setOptions(target.database, changes)
      await context.terminal.error.write(`Set ${changed.join(', ')} of ${target.database}.\n`)
      return exitCodes.ok
    }
    const options = await target.administration.options(target.database)
    await context.terminal.out.write(optionLines(options, names, context.terminal.out))
    return exitCodes.ok
  },
}

function optionLines(
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
  out: Output,
): string {
  for (const name of names) {
    if (name in options) continue
    const near = nearestName(name, Object.keys(options))
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    throw new UsageError(`Unknown option ${JSON.stringify(name)} of a database.${hint}`)
  }
  const [only] = names
  if (only !== undefined && names.length === 1) return `${valueText(options[only])}\n`
  const listed = names.length === 0 ? Object.keys(options).toSorted() : names
  return listed.map((name) => `${styled(name, 'blue', out.colour)}=${valueText(options[name])}\n`).join('')
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(',')
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
