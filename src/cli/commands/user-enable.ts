import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `user enable` */
export const userEnable: Command = {
  name: 'user enable',
  operands: 'NAME',
  summary: 'Let a user sign in again',
  details: [],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    await target.accounts.setEnabled(name, true)
    await context.terminal.error.write(`Enabled the user ${oneLine(name)}.\n`)
    return exitCodes.ok
  },
}
