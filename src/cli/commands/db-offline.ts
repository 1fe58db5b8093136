import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `db offline` */
export const dbOffline: Command = {
  name: 'db offline',
  operands: 'DB',
  summary: 'Take a database out of use, until it is set online',
  details: ['Queries that run end first; options can be set that need the database offline.'],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    await using target = await openDatabaseTarget(given, invocation, context)
    await target.administration.setOnline(target.database, false)
    await context.terminal.error.write(`The database ${target.database} of ${target.place} is offline.\n`)
    return exitCodes.ok
  },
}
