import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `namespace remove` */
export const namespaceRemove: Command = {
  name: 'namespace remove',
  operands: 'DB PREFIX',
  summary: 'Remove a namespace from a database',
  details: ['The data stay as they are.'],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = '', named = ''] = exactOperands(invocation, ['DB', 'PREFIX'])
    const prefix = named.replace(/:$/u, '')
    await using target = await openDatabaseTarget(given, invocation, context)
    await target.administration.removeNamespace(target.database, prefix)
    await context.terminal.error.write(`Removed the namespace ${prefix}: from ${target.database}.\n`)
    return exitCodes.ok
  },
}
