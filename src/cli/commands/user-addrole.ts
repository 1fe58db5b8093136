import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `user addrole` */
export const userAddrole: Command = {
  name: 'user addrole',
  operands: 'NAME ROLE',
  summary: 'Give a role to a user, and so all its permissions',
  details: ['It needs "grant" on the role, and every permission that the role has.'],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = '', role = ''] = exactOperands(invocation, ['NAME', 'ROLE'])
    await using target = await openTarget(invocation, context)
    await target.accounts.assignRole(name, role)
    await context.terminal.error.write(`Gave the role ${oneLine(role)} to the user ${oneLine(name)}.\n`)
    return exitCodes.ok
  },
}
