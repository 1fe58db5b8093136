import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `role list` */
export const roleList: Command = {
  name: 'role list',
  operands: '',
  summary: 'List the roles',
  details: ['Prints the name of each that you may see, one a line.'],
  options: serviceOptions,
  async run(invocation, context) {
    exactOperands(invocation, [])
    await using target = await openTarget(invocation, context)
    const names = await target.accounts.roles()
    await context.terminal.out.write(names.map((name) => `${oneLine(name)}\n`).join(''))
    return exitCodes.ok
  },
}
