import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `db online` */
export const dbOnline: Command = {
  name: 'db online',
  operands: 'DB',
  summary: 'Let a database be used again',
  details: [],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    await using target = await openDatabaseTarget(given, invocation, context)
    await target.administration.setOnline(target.database, true)
    await context.terminal.error.write(`The database ${target.database} of ${target.place} is online.\n`)
    return exitCodes.ok
  },
}
