import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `user remove` */
export const userRemove: Command = {
  name: 'user remove',
  operands: 'NAME',
  summary: 'Remove a user',
  details: ['The databases that the user made stay. The last superuser who can sign in stays, too.'],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    await target.accounts.removeUser(name)
    await context.terminal.error.write(`Removed the user ${oneLine(name)}.\n`)
    return exitCodes.ok
  },
}
