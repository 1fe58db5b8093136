import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `db list` */
export const dbList: Command = {
  name: 'db list',
  operands: '',
  summary: 'List the databases',
  details: ['Prints one name a line.'],
  options: serviceOptions,
  async run(invocation, context) {
    exactOperands(invocation, [])
    await using target = await openTarget(invocation, context)
    const names = await target.service.databases()
    await context.terminal.out.write(names.map((name) => `${name}\n`).join(''))
    if (names.length === 0) await context.terminal.error.write(`There are no databases in ${target.place}.\n`)
    return exitCodes.ok
  },
}
