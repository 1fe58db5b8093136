import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `db drop` */
export const dbDrop: Command = {
  name: 'db drop',
  operands: 'NAME',
  summary: 'Drop a database with its data',
  details: [],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    await target.service.drop(name)
    await context.terminal.error.write(`Dropped the database ${name} of ${target.place}.\n`)
    return exitCodes.ok
  },
}
