import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `role add` */
export const roleAdd: Command = {
  name: 'role add',
  operands: 'NAME',
  summary: 'Add a role, a name for permissions that users are given together',
  details: [],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    await target.accounts.addRole(name)
    await context.terminal.error.write(`Added the role ${oneLine(name)} in ${target.place}.\n`)
    return exitCodes.ok
  },
}
