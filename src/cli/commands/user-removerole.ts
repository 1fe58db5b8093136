import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `user removerole` */
export const userRemoverole: Command = {
  name: 'user removerole',
  operands: 'NAME ROLE',
  summary: 'Take a role from a user',
  details: [],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = '', role = ''] = exactOperands(invocation, ['NAME', 'ROLE'])
    await using target = await openTarget(invocation, context)
    await target.accounts.unassignRole(name, role)
    await context.terminal.error.write(`Took the role ${oneLine(role)} from the user ${oneLine(name)}.\n`)
    return exitCodes.ok
  },
}
