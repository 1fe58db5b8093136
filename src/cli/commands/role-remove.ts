import { type Command, flag } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `role remove` */
export const roleRemove: Command = {
  name: 'role remove',
  operands: 'NAME',
  summary: 'Remove a role',
  details: [],
  options: [
    { name: 'force', short: 'f', summary: 'Also where users have it, who lose it' },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    await target.accounts.removeRole(name, flag(invocation, 'force'))
    await context.terminal.error.write(`Removed the role ${oneLine(name)}.\n`)
    return exitCodes.ok
  },
}
