import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `user disable` */
export const userDisable: Command = {
  name: 'user disable',
  operands: 'NAME',
  summary: 'Keep a user from signing in',
  details: [
    'Tokens of the user do not hold either. Roles and permissions stay for when the user is enabled again.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    await target.accounts.setEnabled(name, false)
    await context.terminal.error.write(`Disabled the user ${oneLine(name)}.\n`)
    return exitCodes.ok
  },
}
