import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { databaseOperand, openTarget, serverTarget } from '../target.ts'

/** `data size` */
export const dataSize: Command = {
  name: 'data size',
  operands: 'DB',
  summary: 'Print how many triples a database has',
  details: ['A triple that stands in several graphs counts once.'],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    const { server, database } = databaseOperand(given)
    await using target = server === undefined ? await openTarget(invocation, context) : serverTarget(server)
    await context.terminal.out.write(`${await target.service.size(database)}\n`)
    return exitCodes.ok
  },
}
