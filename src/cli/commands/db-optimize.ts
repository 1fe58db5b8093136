import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `db optimize` */
export const dbOptimize: Command = {
  name: 'db optimize',
  operands: 'DB',
  summary: 'Rebuild the file of a database without gaps',
  details: [],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    await using target = await openDatabaseTarget(given, invocation, context)
    await target.administration.optimize(target.database)
    await context.terminal.error.write(`Optimized the database ${target.database} of ${target.place}.\n`)
    return exitCodes.ok
  },
}
